/** Path and query of a request as they were sent. `new URL` would throw for `//` and `//[`, and take `//host/path` for a host. */

export interface Address {
  readonly path: string
  readonly searchParams: URLSearchParams
}

export function splitAddress(address: string): Address {
  const mark = address.indexOf('?')
  if (mark < 0) return { path: address, searchParams: new URLSearchParams() }
  return { path: address.slice(0, mark), searchParams: new URLSearchParams(address.slice(mark + 1)) }
}
