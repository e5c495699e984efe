/** A text in Markdown that is packed with its images and nothing else, as a ZIP file or a TextPack: one document. */

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
