import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A new folder with a certificate that signs itself, for `localhost`, 127.0.0.1 and `receipts.invalid`, good for 30 days. */
export function makeCertificate(
  name = 'localhost',
  kind: 'ec' | 'rsa' = 'ec',
): { folder: string; cert: string; key: string } {
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-tls-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  const subject = ['-subj', `/CN=${name}`, '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1,DNS:receipts.invalid']
  const newKey = kind === 'ec' ? ['ec', '-pkeyopt', 'ec_paramgen_curve:P-256'] : ['rsa:2048']
  const made = ['req', '-x509', '-newkey', ...newKey, '-nodes', '-days', '30']
  execFileSync('openssl', [...made, ...subject, '-out', cert, '-keyout', key], { stdio: 'ignore' })
  return { folder, cert, key }
}
