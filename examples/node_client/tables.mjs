// A client of TablesService: the contract read as it stands, no code generated, every call repeated until it is answered.

import { fileURLToPath } from 'node:url';
import { setTimeout as pause } from 'node:timers/promises';

import grpc from '@grpc/grpc-js';
import protoLoader from '@grpc/proto-loader';

const CONTRACT = ['../../proto', '../../third_party'].map((folder) =>
  fileURLToPath(new URL(folder, import.meta.url)),
);
const READING = { includeDirs: CONTRACT, keepCase: true, longs: Number, enums: String, oneofs: true };

const PATIENCE_MS = 30_000;
const ATTEMPT_MS = 5_000;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 1_000;
const PASSING = new Set([
  grpc.status.UNAVAILABLE,
  grpc.status.DEADLINE_EXCEEDED,
  grpc.status.CANCELLED,
  grpc.status.RESOURCE_EXHAUSTED,
]);

/** Speaks to a tables service for one application. */
export class Tables {
  /**
   * @param {string} target Address and port.
   * @param {string} token Of the application, or of one of its players.
   */
  constructor(target, token) {
    const definition = protoLoader.loadSync('carteado/api/tables/v1/tables.proto', READING);
    const { TablesService } = grpc.loadPackageDefinition(definition).carteado.api.tables.v1;
    this.stub = new TablesService(target, grpc.credentials.createInsecure());
    this.metadata = new grpc.Metadata();
    this.metadata.set('authorization', `Bearer ${token}`);
  }

  /** Asks until there is an answer; a request_id in the request makes that safe where it changes something. */
  async call(method, request) {
    const end = Date.now() + PATIENCE_MS;
    for (let longest = FIRST_PAUSE_MS; ; longest = Math.min(2 * longest, LONGEST_PAUSE_MS)) {
      try {
        return await this.#once(method, request);
      } catch (error) {
        if (!PASSING.has(error.code) || Date.now() >= end) throw error;
        await pause(longest * (0.5 + Math.random() / 2));
      }
    }
  }

  #once(method, request) {
    return new Promise((resolve, reject) => {
      const answered = (error, answer) => (error ? reject(error) : resolve(answer));
      this.stub[method](request, this.metadata, { deadline: Date.now() + ATTEMPT_MS }, answered);
    });
  }

  /** Every change of a table from now on, once and in order, across lost connections, until the table is over. */
  async *watch(table, playerId) {
    let version = 0;
    for (;;) {
      const stream = this.stub.WatchTable(
        { table, player_id: playerId, after_version: version },
        this.metadata,
      );
      try {
        for await (const message of stream) {
          if (!message.table || message.version <= version) continue;
          version = message.version;
          yield message.table;
        }
        return;
      } catch (error) {
        if (!PASSING.has(error.code)) throw error;
        await pause(FIRST_PAUSE_MS);
      } finally {
        stream.cancel();
      }
    }
  }

  /** Ends the connection. */
  close() {
    this.stub.close();
  }
}
