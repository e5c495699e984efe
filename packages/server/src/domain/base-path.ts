/**
 * BASE_PATH in JSON. Routes and use cases know paths of the site only (`/api/…`); the base path is added where they leave
 * the process, so that a client can resolve them against the origin.
 */

/** Replacer of JSON.stringify: `url` and `…Url` that begin with a slash are addresses of this site. */
export function addressReplacer(basePath: string): (key: string, value: unknown) => unknown {
  return (key, value) =>
    typeof value === 'string' && value.startsWith('/') && /^url$|Url$/.test(key) ? basePath + value : value
}

export function writeJson(value: unknown, basePath: string): string {
  return JSON.stringify(value, basePath === '' ? undefined : addressReplacer(basePath))
}
