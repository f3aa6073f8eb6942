import type { Dialect } from 'kysely'

/**
 * Makes a dialect throw a transaction's original error. If the rollback fails too, as after a full disk or a broken
 * connection, Kysely would throw the rollback's error instead.
 */
export function keepingFirstError(dialect: Dialect): Dialect {
  return {
    createAdapter: () => dialect.createAdapter(),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createIntrospector: db => dialect.createIntrospector(db),
    createDriver() {
      const driver = dialect.createDriver()
      const rollback = driver.rollbackTransaction.bind(driver)
      driver.rollbackTransaction = connection => rollback(connection).catch(() => {})
      return driver
    },
  }
}
