/** A text in Markdown with its images, packed with nothing else as a ZIP file or a TextPack: one document. */

const textName = /\.(?:md|markdown)$/i
const companionName = /\.(?:png|jpe?g|gif|webp|svg|avif|bmp|tiff?)$|(?:^|\/)info\.json$/i
/** Folders, hidden files, and what macOS adds. */
const ignoredName = /\/$|(?:^|\/)(?:\.|__MACOSX\/)/

export function isPackedText(name: string): boolean {
  return textName.test(name) && !ignoredName.test(name)
}

/** By the names of all files in it. */
export function isTextPackage(names: readonly string[]): boolean {
  const files = names.filter(name => !ignoredName.test(name))
  const others = files.filter(name => !textName.test(name))
  return (
    files.length - others.length === 1 && others.length > 0 && others.every(name => companionName.test(name))
  )
}

/** Addresses of images: of Markdown, its reference definitions, and HTML in it. */
const imageAddresses = [
  // The address may have balanced parentheses, a title, or angle brackets.
  /!\[[^[\]\n]*\]\(([^()]*(?:\([^()]*\)[^()]*)*)\)/g,
  /^ {0,3}\[[^\]\r\n\u2028\u2029]+\]:[ \t]*<?([^\s<>]+)/gm,
  /<img\b[^<>]*?\ssrc\s*=\s*["']?([^"'<>\n]+)/gi,
]

/** Those of the paths that are images which the text shows by a relative address. All paths begin at one folder. */
export function imagesOfText(text: string, textPath: string, paths: ReadonlySet<string>): readonly string[] {
  const folders = textPath.split('/').slice(0, -1)
  const found = imageAddresses
    .flatMap(pattern => [...text.matchAll(pattern)])
    .flatMap(([, target = '']) => pathOf(addressIn(target.trim()), folders) ?? [])
  return [...new Set(found)].filter(path => companionName.test(path) && paths.has(path))
}

/** Without a title in quotation marks and without angle brackets. */
function addressIn(target: string): string {
  const quote = target.endsWith('"') ? target.lastIndexOf('"', target.length - 2) : -1
  const address = quote > 0 ? target.slice(0, quote).trimEnd() : target
  return address.startsWith('<') && address.endsWith('>') ? address.slice(1, -1) : address
}

/** Undefined for what leads elsewhere: other schemes, hosts, absolute paths, and folders above the first one. */
function pathOf(address: string, folders: readonly string[]): string | undefined {
  if (/^(?:[a-z][a-z\d+.-]*:|[/\\])/i.test(address)) return undefined
  const path = [...folders]
  for (const part of decodedAddress(address).split('/')) {
    if (part === '..' && path.pop() === undefined) return undefined
    if (part !== '..' && part !== '.' && part !== '') path.push(part)
  }
  return path.join('/')
}

/** Percent-encoded, as addresses are; a name may also contain the sign itself. */
export function decodedAddress(address: string): string {
  try {
    return decodeURIComponent(address)
  } catch {
    return address
  }
}
