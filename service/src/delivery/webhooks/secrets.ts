import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { sha256 } from '../../basics/ids.ts'

/** How the secrets of endpoints rest in the database: sealed with a key of the settings, or clear if there is none. */
export interface SecretSeal {
  /** @param endpointId is bound to it, so that nobody can swap secrets */
  close(secret: string, endpointId: string): string
  /** The secret; undefined if it was sealed with a key that isn't there, or changed since, or if its endpoint was removed. */
  open(stored: string, endpointId: string): string | undefined
  /** Whether new secrets are sealed. */
  isSealing: boolean
}

const [ivLength, tagLength] = [12, 16]

/**
 * Opens the keys: the first seals (AES-256-GCM), all open. A secret must be there whole to sign with, so it can't be a hash as keys are.
 *
 * @param keys texts of `WEBHOOK_KEY`
 */
export function openSecretSeal(keys: readonly string[]): SecretSeal {
  const known = keys.map(text => ({
    id: sha256(`id of webhook key ${text}`).slice(0, 8),
    key: createHash('sha256').update(`webhook key ${text}`).digest(),
  }))
  const [own] = known
  return {
    isSealing: own !== undefined,
    close(secret, endpointId) {
      if (!own) return secret
      const iv = randomBytes(ivLength)
      const cipher = createCipheriv('aes-256-gcm', own.key, iv, { authTagLength: tagLength })
      cipher.setAAD(Buffer.from(endpointId))
      const sealed = Buffer.concat([iv, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return `sealed.${own.id}.${sealed.toString('base64url')}`
    },
    open(stored, endpointId) {
      const [, id, text = ''] = /^sealed\.(\w+)\.([\w-]+)$/.exec(stored) ?? []
      if (id === undefined) return stored || undefined
      const fitting = known.find(each => each.id === id)
      const sealed = Buffer.from(text, 'base64url')
      if (!fitting || sealed.length < ivLength + tagLength) return undefined
      const decipher = createDecipheriv('aes-256-gcm', fitting.key, sealed.subarray(0, ivLength), {
        authTagLength: tagLength,
      })
      decipher.setAAD(Buffer.from(endpointId))
      decipher.setAuthTag(sealed.subarray(-tagLength))
      try {
        return Buffer.concat([decipher.update(sealed.subarray(ivLength, -tagLength)), decipher.final()]).toString()
      } catch {
        return undefined
      }
    },
  }
}
