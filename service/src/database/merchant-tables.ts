/** A merchant; `active` is 0 or 1. */
export interface MerchantTable {
  id: string
  name: string
  active: number
  /** JSON of MerchantSettings. */
  settings: string
  /** Grows with every change, so that a process knows when its engine is out of date. */
  version: number
  /** The number of the uploaded templates that new receipts are drawn with; null if it has none of its own. */
  published_templates: number | null
}

/** A template folder that a merchant uploaded. But for `published_at`, rows never change. */
export interface TemplateVersionTable {
  merchant_id: string
  /** Counts a merchant's uploads from 1. */
  number: number
  /** JSON of KeptFolder. */
  content: string
  /** JSON list of TemplateFinding. */
  findings: string
  files: number
  bytes: number
  /** The engine that examined it. */
  engine_version: string
  uploaded_at: number
  /** As in the audit trail. */
  uploaded_by: string
  /** When it was last published; null if it never was. */
  published_at: number | null
}

/** The appearance of receipts accepted under one version of a merchant. */
export interface MerchantVersionTable {
  merchant_id: string
  version: number
  /** The appearance's hash. */
  appearance: string
  saved_at: number
}

/** A merchant's share of a document. A hash's content never changes. */
export interface AppearanceTable {
  /** SHA-256 of the content, hexadecimal. */
  hash: string
  /** JSON of AppearanceContent. */
  content: string
  /** When a version was last saved with it. */
  kept_at: number
}

/** A till's key; times are milliseconds since 1970. */
export interface ApiKeyTable {
  id: string
  merchant_id: string
  /** SHA-256 of the secret, hexadecimal. */
  secret_hash: string
  label: string
  created_at: number
  revoked_at: number | null
  /** To within some minutes; null if it wasn't used since migration `008`. */
  last_used_at: number | null
  /** From then on it doesn't work; null for no end. */
  ends_at: number | null
  /** The id of the key that was made to replace it. */
  replaced_by: string | null
  /** JSON list of KeyScope; null for keys older than migration `028`, which have all. */
  scopes: string | null
  /** JSON list of store ids; null for all. */
  stores: string | null
}

/** Apart from `removed_at`, rows never change, so receipts keep the offers they were sent with. */
export interface OfferTable {
  id: string
  merchant_id: string
  content_type: string
  content: string
  image_width: number | null
  /** A text's picture, base64; null without one. */
  picture: string | null
  /** JSON list of store ids; null for all. */
  stores: string | null
  starts_at: number | null
  ends_at: number | null
  created_at: number
  removed_at: number | null
}

/** An operator's token; times are milliseconds since 1970. */
export interface AdminTokenTable {
  id: string
  /** Who uses it; the actor in the audit trail. */
  name: string
  /** JSON list of AdminScope. */
  scopes: string
  /** SHA-256 of the token, hexadecimal. */
  secret_hash: string
  created_at: number
  revoked_at: number | null
}

/** What operators did. Rows never change, and hold no receipt data, addresses or secrets. */
export interface AuditTable {
  id: string
  at: number
  actor: string
  /** The operation's id, such as `pauseDelivery`. */
  action: string
  merchant_id: string | null
  /** The id of what it was done to. */
  target: string | null
  /** JSON object. */
  detail: string
}

/** Who may sign in to the console. */
export interface PersonTable {
  id: string
  merchant_id: string
  /** What they type to sign in: lowercase, unique across merchants. */
  name: string
  role: Role
  /** The password's hash in PHC format, which names its parameters. */
  password: string
  created_at: number
  signed_in_at: number | null
  removed_at: number | null
  /** JSON list of store ids; null for all. */
  stores: string | null
  /** The secret of the second factor, as it rests; null without one. */
  totp_secret: string | null
  /** Since when it is asked for; null until a first code proved that the person has it. */
  totp_since: number | null
  /** The time step of the last code that was taken: none is taken twice. */
  totp_step: number | null
  /** Who they are at the OpenID provider, since they first signed in there. */
  oidc_issuer: string | null
  oidc_subject: string | null
}

/** Codes for whoever lost their second factor; each is deleted when it is used. */
export interface RecoveryCodeTable {
  person_id: string
  /** SHA-256 of person and code, hexadecimal. */
  code_hash: string
}

/**
 * `statistics` sees figures, `view` also receipts, `desk` also sends, `manager` also erases, makes offers and reads the trail, `admin` also
 * changes settings, keys and people.
 */
export type Role = 'statistics' | 'view' | 'desk' | 'manager' | 'admin'

/** Who is signed in: a person, or a till's key. */
export interface SessionTable {
  /** SHA-256 of the cookie, hexadecimal. */
  token_hash: string
  merchant_id: string
  person_id: string | null
  key_id: string | null
  created_at: number
  /** To within a minute. */
  seen_at: number
}

/** Failed sign-ins since the last that worked. */
export interface SignInFailureTable {
  /** SHA-256 of a name, an address, or both. */
  subject: string
  count: number
  last_at: number
}

/** A browser that someone signed in with lately. */
export interface SignInDeviceTable {
  /** SHA-256 of its cookie and the name. */
  subject: string
  /** The last sign-in. */
  last_at: number
}

/** A till as its last requests described it; times are milliseconds since 1970, what it didn't say is null. */
export interface FleetTable {
  merchant_id: string
  /** The till's own id. */
  till_id: string
  /** The key it used. */
  key_id: string
  /** Where it sold last, as names of the statistics; empty before its first sale. */
  store_id: string
  register: string
  version: string | null
  waiting: number | null
  oldest_at: number | null
  refused: number | null
  halted: string | null
  /** Milliseconds by which its clock is ahead of ours. */
  skew_ms: number | null
  first_seen_at: number
  seen_at: number
}

/** What a merchant's tills are to do alike. */
export interface TillSettingsTable {
  merchant_id: string
  /** JSON of TillSettings. */
  settings: string
  /** Milliseconds since 1970; tills take no older ones than they have. */
  saved_at: number
}
