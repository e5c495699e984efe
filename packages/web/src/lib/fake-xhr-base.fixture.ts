/** Base class of the fake XMLHttpRequests in tests. */

export class FakeXhrBase {
  status = 0
  responseText = ''
  withCredentials = false
  readonly upload: { onprogress: ((event: unknown) => void) | null } = { onprogress: null }
  onload: (() => void) | null = null
  onerror: ((event: Event) => void) | null = null
  protected method = ''
  protected url = ''
  protected readonly requestHeaders = new Map<string, string>()
  private readonly responseHeaders = new Map<string, string>()

  open(method: string, url: string) {
    this.method = method
    this.url = url
  }

  setRequestHeader(name: string, value: string) {
    this.requestHeaders.set(name.toLowerCase(), value)
  }

  getResponseHeader(name: string) {
    return this.responseHeaders.get(name.toLowerCase()) ?? null
  }

  abort() {
    this.onload = null
    this.onerror = null
  }

  protected reply(status: number, headers: Record<string, string | number> = {}) {
    this.status = status
    for (const [name, value] of Object.entries(headers)) this.responseHeaders.set(name, String(value))
  }
}
