import type { ServiceConnection } from './connect.ts'

/** Whether the service's server answers at all, whatever it says: a cheap question that creates nothing. */
export async function probe(service: ServiceConnection, signal: AbortSignal): Promise<boolean> {
  try {
    const { status } = await service.health({ signal })
    return status < 500
  } catch {
    return false
  }
}
