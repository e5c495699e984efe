/** Finds what must not be committed: a path of a developer's machine or the address of a package registry. */

export interface Trace {
  readonly line: number
  readonly found: string
}

const patterns = [
  /(?<![\w.~-])\/(?:home|Users)\/(?!example\b|user\b)[\w.-]+\//,
  /(?<![\w.~/-])\/(?:root|work)\/[\w.-]+/,
  /[A-Z]:\\Users\\/,
  /\bhttps?:\/\/[\w.-]*(?:registry|npmmirror|artifactory|verdaccio|nexus)[\w.-]*/,
  /\bregistry\.(?:npmjs|yarnpkg)\b/,
]

/** @param ownFolder the checkout's path on this machine, which no file may contain */
export function findPrivateTraces(text: string, ownFolder: string): Trace[] {
  return text.split('\n').flatMap((content, index) => {
    const found = content.includes(`${ownFolder}/`) ? ownFolder : firstMatch(content)
    return found === undefined ? [] : [{ line: index + 1, found }]
  })
}

function firstMatch(content: string): string | undefined {
  for (const pattern of patterns) {
    const match = pattern.exec(content)
    if (match !== null) return match[0]
  }
  return undefined
}
