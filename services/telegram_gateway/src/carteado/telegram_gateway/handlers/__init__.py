"""What people ask for, in commands and by taps."""
