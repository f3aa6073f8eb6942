import { Secret, TOTP } from 'otpauth'

/** Seconds for which a code is shown; one is taken from a step before and after, for clocks that differ (RFC 6238, 5.2). */
const period = 30

/** A new secret of 160 bits (RFC 4226, 4), in base32, as apps take it by hand. */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32
}

/** What an app reads from a QR code: the secret, and whose it is. */
export function totpUri(secret: string, { issuer, name }: { issuer: string; name: string }): string {
  return of(secret, { issuer, label: name }).toString()
}

/** The time step that a code is of; undefined if it is none of those around now. Takes the same time for every code of six digits. */
export function stepOfCode(secret: string, code: string, now: number): number | undefined {
  const ahead = of(secret).validate({ token: code, timestamp: now, window: 1 })
  return ahead === null ? undefined : Math.floor(now / 1000 / period) + ahead
}

/** What every authenticator app can: six digits, SHA-1. */
function of(secret: string, whose: { issuer?: string; label?: string } = {}): TOTP {
  return new TOTP({ ...whose, secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period })
}
