import type { Kysely } from 'kysely'

/** The migrations between the first tables and statistics. */
export const steps002To006 = {
  /** The variant of a mail, if it isn't the merchant's. */
  '002-delivery-variant': {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('deliveries').addColumn('variant', 'text').execute()
    },
  },

  /** Tells older processes whether they can use tables that a later version has changed (`../migrate.ts`). */
  '003-schema-needs': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('schema_needs')
        .addColumn('migration', 'text', column => column.primaryKey())
        .addColumn('needs', 'text', column => column.notNull())
        .execute()
    },
  },

  /**
   * Appearances by content hash, and each merchant version's appearance. Receipts already have their merchant's version, so
   * they need no new column.
   */
  '004-appearances': {
    /** Older code doesn't use what is added. */
    needs: '003-schema-needs',
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('appearances')
        .addColumn('hash', 'text', column => column.primaryKey())
        .addColumn('content', 'text', column => column.notNull())
        .addColumn('kept_at', 'bigint', column => column.notNull())
        .execute()

      await db.schema
        .createTable('merchant_versions')
        .addColumn('merchant_id', 'text', column => column.notNull())
        .addColumn('version', 'integer', column => column.notNull())
        .addColumn('appearance', 'text', column => column.notNull().references('appearances.hash'))
        .addColumn('saved_at', 'bigint', column => column.notNull())
        .addPrimaryKeyConstraint('merchant_versions_key', ['merchant_id', 'version'])
        .execute()
      // To find appearances that no version uses anymore.
      await db.schema
        .createIndex('merchant_versions_by_appearance')
        .on('merchant_versions')
        .column('appearance')
        .execute()

      await db.schema.alterTable('deliveries').addColumn('engine_version', 'text').execute()
    },
  },

  /** For lists filtered by store name, newest first. */
  '005-store-name-index': {
    /** Older code works with or without the index. */
    needs: '003-schema-needs',
    async up(db: Kysely<unknown>) {
      await db.schema
        .createIndex('receipts_by_store_name')
        .on('receipts')
        .columns(['merchant_id', 'store_name', 'receipt_date', 'id'])
        .execute()
    },
  },

  /** What operators do: pauses of delivery, tokens with a name, and who did what. */
  '006-operators': {
    /** Older code works on these tables, but leaves held deliveries lying: resume all before going back. */
    needs: '003-schema-needs',
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('deliveries').addColumn('retried_at', 'bigint').execute()

      await db.schema
        .createTable('pauses')
        .addColumn('id', 'text', column => column.primaryKey())
        .addColumn('scope', 'text', column => column.notNull())
        .addColumn('value', 'text', column => column.notNull())
        .addColumn('reason', 'text', column => column.notNull())
        .addColumn('actor', 'text', column => column.notNull())
        .addColumn('paused_at', 'bigint', column => column.notNull())
        .addUniqueConstraint('pauses_of_scope', ['scope', 'value'])
        .execute()

      await db.schema
        .createTable('admin_tokens')
        .addColumn('id', 'text', column => column.primaryKey())
        .addColumn('name', 'text', column => column.notNull())
        .addColumn('scopes', 'text', column => column.notNull())
        .addColumn('secret_hash', 'text', column => column.notNull().unique())
        .addColumn('created_at', 'bigint', column => column.notNull())
        .addColumn('revoked_at', 'bigint')
        .execute()

      await db.schema
        .createTable('audit_entries')
        .addColumn('id', 'text', column => column.primaryKey())
        .addColumn('at', 'bigint', column => column.notNull())
        .addColumn('actor', 'text', column => column.notNull())
        .addColumn('action', 'text', column => column.notNull())
        .addColumn('merchant_id', 'text')
        .addColumn('target', 'text')
        .addColumn('detail', 'text', column => column.notNull())
        .execute()
      await db.schema.createIndex('audit_by_time').on('audit_entries').columns(['at', 'id']).execute()
    },
  },
}
