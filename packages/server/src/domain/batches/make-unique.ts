/** Makes the file names of an archive unique (a.png, a (2).png, a (3).png), ignoring case, as some file systems do. */

export function makeUnique(names: readonly string[]): string[] {
  const taken = new Set<string>()
  return names.map(name => {
    const dot = name.lastIndexOf('.')
    const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
    let unique = name
    for (let number = 2; taken.has(unique.toLowerCase()); number++) unique = `${stem} (${number})${extension}`
    taken.add(unique.toLowerCase())
    return unique
  })
}
