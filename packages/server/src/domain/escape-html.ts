/** Words of others as text inside HTML and its attributes. */

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export function escapeHtml(words: string): string {
  return words.replaceAll(/[&<>"']/g, character => entities[character] ?? '')
}
