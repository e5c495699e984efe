/** Splits a request target into path and query. `new URL` would throw for `//` and `//[`, and parse `//host/path` as a host. */

export interface SplitUrl {
  readonly path: string
  readonly searchParams: URLSearchParams
}

export function splitUrl(address: string): SplitUrl {
  const mark = address.indexOf('?')
  if (mark < 0) return { path: address, searchParams: new URLSearchParams() }
  return { path: address.slice(0, mark), searchParams: new URLSearchParams(address.slice(mark + 1)) }
}
