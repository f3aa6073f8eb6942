export function makings(maker: object, receipt: unknown, options: object): string
