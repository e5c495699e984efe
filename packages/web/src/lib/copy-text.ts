/** Copies a text to the clipboard; resolves with whether it succeeded. */

export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    // The Clipboard API is unavailable without HTTPS and may be denied by the user.
    return copyBySelection(text)
  }
}

/** Fallback with `execCommand`, which works without HTTPS. */
function copyBySelection(text: string): boolean {
  const focused = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true
  field.style.cssText = 'position:fixed;inset-block-start:0;opacity:0'
  // Inside an open dialog, because its focus trap excludes elements outside.
  const container = focused?.closest('[role=dialog]') ?? document.body
  container.append(field)
  try {
    field.select()
    return document.execCommand('copy')
  } catch {
    return false
  } finally {
    field.remove()
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
  }
}
