/** Cookie jar of a browser for a single origin. */

export interface CookieJar {
  readonly size: number
  get(name: string): string | undefined
  set(name: string, value: string): void
  delete(name: string): void
  header(): string
  keep(response: Response): void
}

export function createCookieJar(): CookieJar {
  const values = new Map<string, string>()
  return {
    get size() {
      return values.size
    },
    get: name => values.get(name),
    set: (name, value) => void values.set(name, value),
    delete: name => void values.delete(name),
    header: () => [...values].map(([name, value]) => `${name}=${value}`).join('; '),
    keep(response) {
      for (const line of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        if (isExpired(line)) values.delete(name)
        else values.set(name, value)
      }
    },
  }
}

function isExpired(line: string): boolean {
  const expires = /;\s*expires=([^;]+)/i.exec(line)?.[1]
  return expires !== undefined && new Date(expires) <= new Date()
}
