/** Choices of a field, from their labels in the messages. */

export function choicesOf(labels: Readonly<Record<string, string>>) {
  return Object.entries(labels).map(([value, label]) => ({ value, label }))
}
