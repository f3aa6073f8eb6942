import type { Dialect } from 'kysely'

/**
 * The same dialect, but what failed in a transaction is what is thrown: Kysely would throw that of a rollback that fails
 * too, as it does after a full disk or a broken connection, when there is nothing left to roll back.
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
