import pg from 'pg'

/**
 * How many connections a process of tests opens to a database, of the ten it may: a service's start asks many things at once, and the
 * server takes longer for each connection than for all that most tests ask.
 */
const few = 4

const { Pool } = pg

pg.Pool = class extends Pool {
  constructor({ max = few, ...options }: pg.PoolConfig = {}) {
    super({ ...options, max: Math.min(max, few) })
  }
}
