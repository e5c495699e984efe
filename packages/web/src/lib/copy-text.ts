/** Puts a text into the clipboard; answers whether it is there. */

export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    // Browsers have no clipboard for pages without https, and refuse it where the user has forbidden it.
    return copyBySelection(text)
  }
}

/** The old way, which works on a page without https: select it somewhere, and ask for a copy of the selection. */
function copyBySelection(text: string): boolean {
  const focused = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true
  field.style.cssText = 'position:fixed;inset-block-start:0;opacity:0'
  // Inside an open dialog, which lets nothing outside it have the focus.
  const place = focused?.closest('[role=dialog]') ?? document.body
  place.append(field)
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
