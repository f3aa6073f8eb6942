import { type Kysely, PostgresAdapter, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { sha256 } from '../basics/ids.ts'

/**
 * A migration. `needs` names the oldest migration whose code still works on the tables after this one; without it, no older
 * code does. If you add a column, name the previous migration. If you drop one, name the first migration whose code no longer
 * reads it.
 */
export interface Step extends Migration {
  needs?: string
}

/** In order. A released migration never changes. Both databases know these column types; only PostgreSQL enforces them. */
export const migrations = {
  '001-first': {
    up: statements(
      `create table merchants (
        id text primary key, name text not null, active integer not null, settings text not null, version integer not null
      )`,
      `create table api_keys (
        id text primary key, merchant_id text not null references merchants (id), secret_hash text not null,
        label text not null, created_at bigint not null, revoked_at bigint
      )`,
      'create index api_keys_by_merchant on api_keys (merchant_id)',
      `create table offers (
        id text primary key, merchant_id text not null references merchants (id), content_type text not null,
        content text not null, image_width integer, stores text, starts_at bigint, ends_at bigint,
        created_at bigint not null, removed_at bigint
      )`,
      'create index offers_by_merchant on offers (merchant_id)',
      `create table accepted_requests (
        merchant_id text not null, request_hash text not null, receipt_id text not null,
        constraint accepted_requests_key primary key (merchant_id, request_hash)
      )`,
      `create table receipts (
        id text primary key, merchant_id text not null, received_at bigint not null,
        receipt_date bigint not null, receipt_date_text text not null,
        store_id text not null, store_name text not null, store_city text, store_zip_code text, store_territory text,
        transaction_number text not null, transaction_amount double precision not null, transaction_type text not null,
        payment_type text not null, email_address text, items text, locale text not null, offers text not null,
        engine_version text not null, merchant_version integer not null, api_version text not null,
        api_request text not null
      )`,
      'create index receipts_by_date on receipts (merchant_id, receipt_date, id)',
      'create index receipts_by_transaction on receipts (merchant_id, transaction_number, receipt_date, id)',
      'create index receipts_by_store on receipts (merchant_id, store_id, receipt_date, id)',
      'create index receipts_by_arrival on receipts (merchant_id, received_at)',
      `create table deliveries (
        id text primary key, receipt_id text not null, merchant_id text not null, kind text not null,
        email_address text not null, message_id text not null, status text not null, created_at bigint not null,
        due_at bigint not null, attempt_count integer default 0 not null, finished_at bigint
      )`,
      'create index deliveries_by_receipt on deliveries (receipt_id)',
      'create index deliveries_due on deliveries (status, due_at)',
      `create table delivery_attempts (
        delivery_id text not null, number integer not null, started_at bigint not null, ended_at bigint,
        outcome text, code text, detail text,
        constraint delivery_attempts_key primary key (delivery_id, number)
      )`,
      'create table bounces (address_hash text primary key, code text not null, bounced_at bigint not null)',
    ),
  },

  /** The variant of a mail, if it isn't the merchant's. */
  '002-delivery-variant': { up: statements('alter table deliveries add column variant text') },

  /** Tells older processes whether they can use tables that a later version has changed (`migrate.ts`). */
  '003-schema-needs': {
    up: statements('create table schema_needs (migration text primary key, needs text not null)'),
  },

  /**
   * Appearances by content hash, and each merchant version's appearance. Receipts already have their merchant's version, so
   * they need no new column. Older code doesn't use what is added.
   */
  '004-appearances': {
    needs: '003-schema-needs',
    up: statements(
      'create table appearances (hash text primary key, content text not null, kept_at bigint not null)',
      `create table merchant_versions (
        merchant_id text not null, version integer not null, appearance text not null references appearances (hash),
        saved_at bigint not null,
        constraint merchant_versions_key primary key (merchant_id, version)
      )`,
      // To find appearances that no version uses anymore.
      'create index merchant_versions_by_appearance on merchant_versions (appearance)',
      'alter table deliveries add column engine_version text',
    ),
  },

  /** For lists filtered by store name, newest first. Older code works with or without the index. */
  '005-store-name-index': {
    needs: '003-schema-needs',
    up: statements('create index receipts_by_store_name on receipts (merchant_id, store_name, receipt_date, id)'),
  },

  /**
   * What operators do: pauses of delivery, tokens with a name, and who did what. Older code works on these tables, but leaves held
   * deliveries lying: resume all before going back.
   */
  '006-operators': {
    needs: '003-schema-needs',
    up: statements(
      'alter table deliveries add column retried_at bigint',
      `create table pauses (
        id text primary key, scope text not null, value text not null, reason text not null, actor text not null,
        paused_at bigint not null,
        constraint pauses_of_scope unique (scope, value)
      )`,
      `create table admin_tokens (
        id text primary key, name text not null, scopes text not null, secret_hash text not null unique,
        created_at bigint not null, revoked_at bigint
      )`,
      `create table audit_entries (
        id text primary key, at bigint not null, actor text not null, action text not null, merchant_id text,
        target text, detail text not null
      )`,
      'create index audit_by_time on audit_entries (at, id)',
    ),
  },

  /**
   * Statistics: what each receipt adds, written with it; the rows that is folded into; names to show; and whose turn it is to
   * write rows. A receipt keeps where it counts, because its mails count there too. Older code works on these tables, but counts
   * nothing: rebuild the statistics once no process runs it.
   */
  '007-statistics': {
    needs: '006-operators',
    async up(db: Kysely<unknown>) {
      const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
      const [id, often, fill] = isPostgres
        ? [
            'bigint generated always as identity primary key',
            'with (autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0)',
            'with (fillfactor = 80)',
          ]
        : ['integer primary key autoincrement', '', 'without rowid']
      const cell = `
        merchant_id text not null, kept integer not null, level text not null, dimension text not null,
        store_id text not null, day integer not null, hour_start bigint not null, utc_offset integer not null,
        name text not null, currency text not null, scale integer not null`
      const key = `
        primary key (merchant_id, kept, level, dimension, store_id, day, hour_start, utc_offset, name, currency, scale)`
      const sums = (names: string) => names.split(' ').map(name => `${name} bigint not null`)
      const ofReceipts =
        'receipts sales returns payment_requests training revised late digital_only paper_only digital_and_paper no_receipt with_address pieces pieces_returned offers gross_known net_known unsummed mails_trying mails_sent mails_failed mails_bounced mails_canceled resends attempts gross net grand sold discounts taxes tips fees service_charges refunds change_due rounding'
      const ofParts = 'receipts entries pieces pieces_returned amount taxable refunds'
      await statements(
        'alter table receipts add column statistics_place text',
        'alter table deliveries add column bounced_at bigint',
        // A queue: rows stay for seconds, so its dead ones are cleared often.
        `create table statistics_deltas (
          id ${id}, merchant_id text not null, kept integer not null, place text not null, body text not null
        ) ${often}`,
        `create table statistics_rows (${cell}, ${sums(ofReceipts)}, ${key}) ${fill}`,
        `create table statistics_parts (${cell}, ${sums(ofParts)}, ${key}) ${fill}`,
        `create table statistics_names (
          merchant_id text not null, dimension text not null, name text not null, label text not null, at bigint not null,
          constraint statistics_names_key primary key (merchant_id, dimension, name)
        )`,
        'create table statistics_turn (id integer primary key, holder text, until bigint not null)',
        'insert into statistics_turn (id, holder, until) values (1, null, 0)',
      )(db)
    },
  },

  /**
   * The console: who may sign in, who is signed in, and what receipts are found by. Older code doesn't use what is added; receipts it
   * accepts meanwhile are found by number, store and date only.
   */
  '008-console': {
    needs: '003-schema-needs',
    up: statements(
      'alter table receipts add column currency text',
      'alter table receipts add column local_day integer',
      'alter table api_keys add column last_used_at bigint',
      'create index receipts_by_amount on receipts (merchant_id, transaction_amount, receipt_date, id)',
      `create table people (
        id text primary key, merchant_id text not null references merchants (id), name text not null unique,
        role text not null, password text not null, created_at bigint not null, signed_in_at bigint, removed_at bigint
      )`,
      'create index people_by_merchant on people (merchant_id)',
      `create table sessions (
        token_hash text primary key, merchant_id text not null references merchants (id), person_id text, key_id text,
        created_at bigint not null, seen_at bigint not null
      )`,
      'create table sign_in_failures (subject text primary key, count integer not null, last_at bigint not null)',
      `create table receipt_terms (
        merchant_id text not null, term text not null, receipt_date bigint not null, receipt_id text not null,
        constraint receipt_terms_key primary key (merchant_id, term, receipt_date, receipt_id)
      )`,
      'create index receipt_terms_by_receipt on receipt_terms (receipt_id)',
      `create table search_keys (
        id text primary key, secret text, received_at bigint not null, receipt_id text not null, done_at bigint
      )`,
      `create table refusal_examples (
        merchant_id text not null, field text not null, message text not null, shape text not null, at bigint not null,
        constraint refusal_examples_key primary key (merchant_id, field, message)
      )`,
    ),
  },

  /** A key may have a next one, and an end. Older code takes a key also after its end: revoke it before going back. */
  '009-next-keys': {
    needs: '003-schema-needs',
    up: statements(
      'alter table api_keys add column ends_at bigint',
      'alter table api_keys add column replaced_by text',
    ),
  },

  /**
   * What statistics count of payments, gift cards and receipts that can't be counted fully. Older code works on these tables, but
   * counts by its own rules: what it counts is made right by `statistics rebuild`, once no process runs it.
   */
  '010-sums-once': {
    needs: '009-next-keys',
    up: statements(
      ...'payments deposits later_invoices gift_receipts takings_known without_offset taxes_from_items discounts_ignored mixed_signs takings paid_apart gift_cards_sold gift_cards_redeemed'
        .split(' ')
        .map(name => `alter table statistics_rows add column ${name} bigint default 0 not null`),
      'alter table statistics_parts add column change_due bigint default 0 not null',
      'alter table statistics_parts add column tips bigint default 0 not null',
    ),
  },

  /**
   * What refusals taught earlier versions also came from those of the sender, and was every merchant's: it is forgotten. What older
   * code learns of addresses isn't read, and is deleted within the hour.
   */
  '011-bounces': { needs: '003-schema-needs', up: statements('delete from bounces') },

  /**
   * What accepted receipts were warned of, by store and till; by which rules statistics are counted, and of whom they are counted anew;
   * what twelve digits of a GTIN are, for merchants saved before that was a setting. Older code doesn't use what is added.
   */
  '012-warnings': {
    needs: '003-schema-needs',
    async up(db: Kysely<unknown>) {
      await statements(
        `create table receipt_warnings (
          merchant_id text not null, code text not null, field text not null, store_id text not null,
          register text not null, receipts bigint not null, receipt_id text not null, at bigint not null,
          constraint receipt_warnings_key primary key (merchant_id, code, field, store_id, register)
        )`,
        'create index receipt_warnings_by_receipt on receipt_warnings (receipt_id)',
        'alter table statistics_turn add column rules integer default 0 not null',
        'update statistics_turn set rules = 2 where not exists (select 1 from receipts)',
        'create table statistics_recounts (merchant_id text primary key, next_day integer, holder text, until bigint not null)',
      )(db)
      await nameGtin12(db)
    },
  },

  /** The browsers that people signed in with: they don't wait for what strangers guess. Older code doesn't use what is added. */
  '013-sign-in-devices': {
    needs: '003-schema-needs',
    up: statements('create table sign_in_devices (subject text primary key, last_at bigint not null)'),
  },

  /**
   * Receipts are found by names, memberships and serial numbers, too: what was indexed without them is indexed again. Receipts that
   * older code accepts are not found by these.
   */
  '014-names': {
    needs: '003-schema-needs',
    up: statements(`update search_keys set received_at = 0, receipt_id = '', done_at = null`),
  },

  /**
   * Why a mail didn't arrive, what a later report said of it, and that a person has dealt with it. Older code doesn't use what is added;
   * it takes mails that came back for ones that wait, so rebuild the statistics after going back.
   */
  '015-word-back': {
    needs: '014-names',
    up: statements(
      'alter table deliveries add column reason text',
      'alter table deliveries add column reported_at bigint',
      'alter table deliveries add column report text',
      'alter table deliveries add column done_at bigint',
      'alter table deliveries add column done_by text',
      'alter table delivery_attempts add column reason text',
    ),
  },

  /** Reports that couldn't be read or matched, and how far mailboxes are read. Older code doesn't use what is added. */
  '017-bounce-reports': {
    needs: '014-names',
    up: statements(
      `create table bounce_reports (
        id text primary key, received_at bigint not null, source text not null, kind text not null, address_hash text,
        content text not null
      )`,
      `create table bounce_mailboxes (
        mailbox text primary key, uid_validity text not null, last_uid bigint not null, holder text not null,
        held_until bigint not null
      )`,
    ),
  },

  /**
   * Which addresses a merchant doesn't write to, with what `bounces` had; whose it was is found later, from the mails that bounced
   * (`adoptMoved`). What older code learns of addresses isn't read, and is deleted within the hour; it writes to suppressed ones.
   */
  '018-suppressions': {
    needs: '014-names',
    up: statements(
      `create table suppressions (
        address_hash text primary key, merchant_id text, kind text not null, code text, reason text, delivery_id text,
        created_at bigint not null, expires_at bigint, created_by text
      )`,
      'create index suppressions_by_merchant on suppressions (merchant_id, created_at, address_hash)',
      `insert into suppressions (address_hash, kind, code, reason, created_at, expires_at)
        select address_hash, 'bounce', code, 'unknown_mailbox', bounced_at, bounced_at + 15552000000 from bounces
        where address_hash like 'm%'`,
      'delete from bounces',
    ),
  },

  /**
   * Where a mail's receipt was made, so that the worklist of problems is filtered without reading receipts, and its indexes
   * (`delivery/problems`). What the list of before had dropped by itself, because it was a month old or came in another mail, is done.
   * Older code doesn't use what is added; mails that it writes meanwhile are looked up in their receipts.
   */
  '019-worklist': {
    needs: '014-names',
    async up(db: Kysely<unknown>) {
      const register = db.getExecutor().adapter instanceof PostgresAdapter ? '::jsonb ->> 5' : ' ->> 5'
      const undelivered = `status in ('failed', 'bounced')`
      await statements(
        'alter table deliveries add column store_id text',
        'alter table deliveries add column register text',
        `update deliveries set
          store_id = (select store_id from receipts where receipts.id = receipt_id),
          register = (select coalesce(statistics_place${register}, '') from receipts where receipts.id = receipt_id)
        where status in ('queued', 'held', 'failed', 'bounced')`,
        `update deliveries set done_at = finished_at where ${undelivered} and done_at is null
          and finished_at < ${Date.now() - 30 * 86_400_000}`,
        `update deliveries set done_at = finished_at, done_by = 'mail' where ${undelivered} and done_at is null and exists (
          select 1 from deliveries as later where later.receipt_id = deliveries.receipt_id
          and later.created_at > deliveries.created_at and later.status = 'sent'
        )`,
        `create index deliveries_problems on deliveries (
          merchant_id, (case when reported_at > finished_at then reported_at else coalesce(finished_at, created_at) end), id,
          status, reason, store_id, register, email_address
        ) where (status || '') in ('failed', 'bounced', 'held', 'withheld') and (status <> 'withheld' or reason is not null)
          and (done_at is null or done_at < coalesce(finished_at, 0) or done_at < coalesce(reported_at, 0)
          or done_at < coalesce(retried_at, 0))`,
        'create index deliveries_done on deliveries (merchant_id, done_at, id) where done_at is not null',
      )(db)
    },
  },

  /**
   * Whose turn it is of what waits, and which worker has it in hand; pg-boss isn't used anymore. Older code doesn't use what is added:
   * what it leaves is found, and after going back it finds mails within ten minutes. Once none of it runs, its schema `pgboss` may be
   * dropped.
   */
  '020-turns': {
    needs: '014-names',
    up: statements(
      'alter table deliveries add column lane integer default 0 not null',
      'alter table deliveries add column worker text',
      `create index deliveries_turns on deliveries (lane, merchant_id, due_at, id) where status = 'queued'`,
      'create table workers (id text primary key, seen_at bigint not null)',
    ),
  },

  /** What merchants' own systems are told, and what they answered. Older code doesn't use it, so they miss what it does meanwhile. */
  '021-webhooks': {
    needs: '014-names',
    async up(db: Kysely<unknown>) {
      const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
      const id = isPostgres ? 'bigint generated always as identity primary key' : 'integer primary key autoincrement'
      await statements(
        `create table webhook_endpoints (
          id text primary key, merchant_id text not null references merchants (id), url text not null,
          events text not null, customer_data integer not null, secret text not null, old_secret text,
          old_secret_until bigint, created_at bigint not null, failing_since bigint, failures integer default 0 not null,
          blocked_until bigint, off_at bigint, off_reason text, notice_due_at bigint
        )`,
        'create index webhook_endpoints_by_merchant on webhook_endpoints (merchant_id)',
        `create table webhook_messages (
          seq ${id}, id text not null unique, endpoint_id text not null, merchant_id text not null,
          receipt_id text not null, delivery_id text not null, type text not null, data text not null, customer text,
          erased integer default 0 not null, created_at bigint not null, status text not null, due_at bigint not null, lane integer default 0 not null,
          worker text, attempt_count integer default 0 not null, tries integer default 0 not null, finished_at bigint
        )`,
        `create index webhook_messages_waiting on webhook_messages (lane, merchant_id, due_at) where status = 'queued'`,
        'create index webhook_messages_by_endpoint on webhook_messages (endpoint_id, status, seq)',
        'create index webhook_messages_by_receipt on webhook_messages (receipt_id, endpoint_id, seq)',
        `create table webhook_attempts (
          message_id text not null, number integer not null, started_at bigint not null, took_ms integer not null,
          status_code integer, code text not null, answer text not null,
          constraint webhook_attempts_key primary key (message_id, number)
        )`,
        `create table webhook_silences (
          merchant_id text not null, store_id text not null, register text not null, since bigint not null,
          constraint webhook_silences_key primary key (merchant_id, store_id, register)
        )`,
      )(db)
    },
  },

  /**
   * The worklist's index with all that its filters read: PostgreSQL fetched each of ten thousand mails to find those of a domain, a store
   * or a register. Older code uses it as it was.
   */
  '023-worklist-index': {
    needs: '014-names',
    up: statements(
      'drop index deliveries_problems',
      `create index deliveries_problems on deliveries (
        merchant_id, (case when reported_at > finished_at then reported_at else coalesce(finished_at, created_at) end), id,
        status, reason, store_id, register, email_address, receipt_id, created_at, finished_at, reported_at
      ) where (status || '') in ('failed', 'bounced', 'held', 'withheld') and (status <> 'withheld' or reason is not null)
        and (done_at is null or done_at < coalesce(finished_at, 0) or done_at < coalesce(reported_at, 0)
        or done_at < coalesce(retried_at, 0))`,
    ),
  },

  /** Business days that were signed off. Older code doesn't know them. */
  '026-day-ends': {
    needs: '014-names',
    up: statements(
      `create table day_ends (
        merchant_id text not null, store_id text not null, register text not null, day integer not null, cut_off integer not null,
        signed_at bigint not null, signed_by text not null, body text not null,
        constraint day_ends_key primary key (merchant_id, store_id, register, day)
      )`,
    ),
  },

  /**
   * Whose turn it is of a merchant's messages, with `id` as for mails, and what of an endpoint is queued or parked, by when it is due:
   * PostgreSQL went through all messages by `seq`, beginning with the oldest that are over. Older code uses the other indexes.
   */
  '027-webhook-turns': {
    needs: '014-names',
    up: statements(
      'drop index webhook_messages_waiting',
      `create index webhook_messages_turns on webhook_messages (lane, merchant_id, due_at, id) where status = 'queued'`,
      `create index webhook_messages_waiting on webhook_messages (endpoint_id, status, due_at, seq)
        where status in ('queued', 'parked')`,
    ),
  },

  /**
   * What a key is for, the stores that a key or a person is limited to, people's second factors, and who they are at an OpenID provider.
   * Keys and people of before keep all that they had. Older code knows no limits and no second factors: set them once none of it runs.
   */
  '028-people': {
    needs: '014-names',
    up: statements(
      'alter table api_keys add column scopes text',
      'alter table api_keys add column stores text',
      'alter table people add column stores text',
      'alter table people add column totp_secret text',
      'alter table people add column totp_since bigint',
      'alter table people add column totp_step bigint',
      'alter table people add column oidc_issuer text',
      'alter table people add column oidc_subject text',
      'create unique index people_by_subject on people (oidc_issuer, oidc_subject)',
      `create table recovery_codes (
        person_id text not null, code_hash text not null, constraint recovery_codes_key primary key (person_id, code_hash)
      )`,
    ),
  },

  /** Reports that come by themselves. Older code doesn't know them, so none comes meanwhile. */
  '029-reports': {
    needs: '014-names',
    up: statements(
      `create table report_schedules (
        id text primary key, merchant_id text not null references merchants (id), report text not null, store_id text not null,
        cut_off integer not null, every text not null, weekday integer not null, minute integer not null, language text not null,
        skip_empty integer not null, created_at bigint not null, off_at bigint, next_at bigint not null
      )`,
      'create index report_schedules_by_merchant on report_schedules (merchant_id)',
      'create index report_schedules_due on report_schedules (next_at) where off_at is null',
      `create table report_recipients (
        id text primary key, schedule_id text not null, email_address text not null, stopped_at bigint
      )`,
      'create index report_recipients_by_schedule on report_recipients (schedule_id)',
      `create table report_slots (
        schedule_id text not null, day integer not null, made_at bigint not null, body text not null,
        constraint report_slots_key primary key (schedule_id, day)
      )`,
      `create table report_mails (
        id text primary key, merchant_id text not null, schedule_id text not null, day integer not null, recipient_id text not null,
        email_address text not null, status text not null, created_at bigint not null, due_at bigint not null,
        lane integer default 0 not null, worker text, attempt_count integer default 0 not null, finished_at bigint, code text
      )`,
      `create index report_mails_turns on report_mails (lane, merchant_id, due_at, id) where status = 'queued'`,
      'create index report_mails_by_schedule on report_mails (schedule_id, day)',
    ),
  },

  /** The tills of each merchant as they describe themselves, and what they are to do alike. Older code doesn't know them. */
  '030-fleet': {
    needs: '014-names',
    up: statements(
      `create table fleet (
        merchant_id text not null, till_id text not null, key_id text not null, store_id text not null, register text not null,
        version text, waiting integer, oldest_at bigint, refused integer, halted text, skew_ms bigint,
        first_seen_at bigint not null, seen_at bigint not null,
        constraint fleet_key primary key (merchant_id, till_id)
      )`,
      'create table till_settings (merchant_id text primary key, settings text not null, saved_at bigint not null)',
    ),
  },

  /** Receipts are found by what became of their mails, as `ofReason` has it. Older code doesn't use the index. */
  '031-mails-by-reason': {
    needs: '014-names',
    up: statements(
      `create index deliveries_by_reason on deliveries (merchant_id, coalesce(reason, 'other'), receipt_id, status)
        where reason is not null or (status || '') in ('failed', 'bounced')`,
    ),
  },

  /**
   * Template folders that merchants' people upload, and which of them is published. Older code draws new receipts without it, until none
   * of it runs.
   */
  '034-uploaded-templates': {
    needs: '014-names',
    up: statements(
      `create table template_versions (
        merchant_id text not null references merchants (id), number integer not null, content text not null, findings text not null,
        files integer not null, bytes integer not null, engine_version text not null, uploaded_at bigint not null,
        uploaded_by text not null, published_at bigint,
        constraint template_versions_key primary key (merchant_id, number)
      )`,
      'alter table merchants add column published_templates integer',
    ),
  },

  /** Pictures of offers that are texts. Older code shows the text alone. */
  '035-offer-pictures': { needs: '014-names', up: statements('alter table offers add column picture text') },

  /**
   * How far statistics are added up as thirds of months and months. Older code adds to months at once, and to no thirds: while it runs,
   * its answers about longer ranges lack what newer code counts, and what it counts late is to be made right by `statistics rebuild`,
   * also after going back.
   */
  '036-settled-statistics': {
    needs: '014-names',
    async up(db: Kysely<unknown>) {
      await sql`create table statistics_settled (merchant_id text primary key, until integer not null)`.execute(db)
      // All that there is, is settled anew, third by third.
      const { rows } = await sql<{ id: string; first: number | null }>`
        select id, (
          select min(day) from statistics_rows
          where merchant_id = merchants.id and kept = 0 and level = 'day' and dimension = 'all' and store_id = ''
        ) as first from merchants`.execute(db)
      for (const { id, first } of rows)
        if (first !== null) {
          const month = first - new Date(first * 86_400_000).getUTCDate() + 1
          await sql`insert into statistics_settled (merchant_id, until) values (${id}, ${month})`.execute(db)
        }
    },
  },
} as const satisfies Readonly<Record<string, Step>>

/** A migration that is these statements, in order. */
function statements(...all: readonly string[]): (db: Kysely<unknown>) => Promise<void> {
  return async db => {
    for (const statement of all) await sql.raw(statement).execute(db)
  }
}

/**
 * Gives merchants whose appearance doesn't say what a GTIN of twelve digits is a version that does, for receipts from now on. Those
 * accepted before keep their appearance, and what it meant.
 */
export async function nameGtin12(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ id: string; version: number; settings: string; content: string }>`
    select merchants.id, merchants.version, merchants.settings, appearances.content
    from merchants
    join merchant_versions on merchant_id = merchants.id and merchant_versions.version = merchants.version
    join appearances on hash = appearance`.execute(db)
  for (const { id, version, settings, content } of rows) {
    const known = JSON.parse(content) as Record<string, unknown>
    if (known.gtin12 !== undefined) continue
    const { gtin12 = 'padded' } = JSON.parse(settings) as { gtin12?: string }
    const said = JSON.stringify(Object.fromEntries(Object.entries({ ...known, gtin12 }).sort(byName)))
    const [hash, next, at] = [sha256(said), version + 1, Date.now()]
    await sql`insert into appearances (hash, content, kept_at) values (${hash}, ${said}, ${at}) on conflict do nothing`.execute(
      db,
    )
    await sql`insert into merchant_versions (merchant_id, version, appearance, saved_at)
      values (${id}, ${next}, ${hash}, ${at})`.execute(db)
    await sql`update merchants set version = ${next} where id = ${id}`.execute(db)
  }
}

function byName([one]: [string, unknown], [other]: [string, unknown]): number {
  return one < other ? -1 : 1
}
