// A player in a page: it takes a seat, does what the table would do for it, and prints its place. See README.md.

import { randomUUID } from 'node:crypto';

import grpc from '@grpc/grpc-js';

import { Tables } from './tables.mjs';

const {
  CARTEADO_TARGET: target,
  CARTEADO_TOKEN: token,
  CARTEADO_TABLE: code,
  CARTEADO_PLAYER_ID: id,
  CARTEADO_PLAYER_NAME: name = 'Node',
} = process.env;

const tables = new Tables(target, token);
const joined = await tables.call('JoinTable', {
  request_id: randomUUID(),
  table: code,
  player: { id, name },
});
console.log(`seated at ${joined.table.code}`);

let last = joined.table;
for await (const table of tables.watch(joined.table.id, id)) {
  last = table;
  await answer(table);
}
const place = last.placements?.find((each) => (each.seat ?? 0) === seatOf(last));
console.log(place ? `place ${place.place}` : `over: ${last.state}`);
tables.close();

/** Answers the open decision, if it is ours; whoever was quicker, the clock or another of our hands, has answered it then. */
async function answer(table) {
  const action = table.view?.default_action;
  if (!action) return;
  const ply = table.view.ply ?? 0;
  const request_id = `${table.id}-${seatOf(table)}-${ply}`;
  try {
    await tables.call('Act', { request_id, table: table.id, player_id: id, ply, action });
  } catch (error) {
    if (error.code !== grpc.status.ABORTED) throw error;
  }
}

/** Where the player sits. */
function seatOf(table) {
  return table.seats.find((seat) => seat.player.id === id)?.seat ?? 0;
}
