/** Going through the site without a pointer, and hearing what a screen reader is told. */
import { expect, type Locator, type Page } from '@playwright/test'

/** Presses a key until the focus stands there, as often as somebody would bear it. */
export async function goTo(target: Locator, key = 'Tab'): Promise<void> {
  const isThere = () => target.evaluate(element => element === document.activeElement).catch(() => false)
  for (let presses = 0; presses < 80 && !(await isThere()); presses += 1)
    await target.page().keyboard.press(key)
  await expect(target).toBeFocused()
}

export async function pressOn(target: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await goTo(target)
  await target.page().keyboard.press(key)
}

/** Opens the browser's own dialog for files from the keyboard. */
export async function chooseByKey(
  counter: Locator,
  files: Parameters<Locator['setInputFiles']>[0],
): Promise<void> {
  const choosing = counter.page().waitForEvent('filechooser')
  await pressOn(counter)
  await (await choosing).setFiles(files)
}

/** Every text that a live region was given, in order, from the next page on. */
export async function listen(page: Page): Promise<{ heard(): Promise<string[]> }> {
  // The browser asks us for files only from the first listener on; waiting for one comes too late for a fast key.
  page.on('filechooser', () => undefined)
  const all: string[] = []
  await page.exposeFunction('hear', (text: string) => {
    if (text !== all.at(-1)) all.push(text)
  })
  await page.addInitScript(() => {
    const live = '[aria-live=polite], [aria-live=assertive], [role=status], [role=alert]'
    const hear = (window as unknown as { hear(text: string): void }).hear
    const tell = (node: Node) => {
      const element = node instanceof Element ? node : node.parentElement
      const region = element?.closest(live)
      // Hidden behind a modal overlay, a region says nothing.
      if (region && region.closest('[aria-hidden=true], [inert]') === null)
        hear((region.textContent ?? '').trim())
      else if (element)
        for (const inner of element.querySelectorAll(live)) hear((inner.textContent ?? '').trim())
    }
    new MutationObserver(changes => {
      for (const { target, addedNodes } of changes) {
        if (addedNodes.length === 0) tell(target)
        for (const node of addedNodes) tell(node)
      }
    }).observe(document, { subtree: true, childList: true, characterData: true })
  })
  return { heard: async () => all.filter(text => text !== '') }
}
