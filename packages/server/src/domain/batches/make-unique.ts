/** Gives every file of an archive a name of its own: a.png, a (2).png, a (3).png. Case does not tell names apart everywhere. */

export function makeUnique(names: readonly string[]): string[] {
  const taken = new Set<string>()
  return names.map(name => {
    const dot = name.lastIndexOf('.')
    const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
    let unique = name
    for (let number = 2; taken.has(unique.toLowerCase()); number++) unique = `${stem} (${number})${ending}`
    taken.add(unique.toLowerCase())
    return unique
  })
}
