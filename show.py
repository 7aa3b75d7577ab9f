import json,glob,sys
from mutmut.mutation.diff_apply import get_diff_for_mutant
for f in sorted(glob.glob('mutants/**/*.meta',recursive=True)):
    m=json.load(open(f))
    for k,v in m['exit_code_by_key'].items():
        if v not in (1,3):
            d=get_diff_for_mutant(k,path=f[len('mutants/'):-5])
            print('##',k.replace('carteado.rules.',''),v)
            print('\n'.join(l for l in d.split('\n') if l[0:1] in '+-' and l[:3] not in('---','+++')))
