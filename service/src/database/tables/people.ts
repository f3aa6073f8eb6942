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
}

/** `view` looks, `desk` also sends, `admin` also erases and changes settings. */
export type Role = 'view' | 'desk' | 'admin'

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
