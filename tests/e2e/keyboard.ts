/** Keyboard navigation, and a log of live region announcements as a screen reader gets them. */
import { expect, type Locator, type Page } from '@playwright/test'

/** Presses a key until the target has focus, up to 80 times. */
export async function focusByKey(target: Locator, key = 'Tab'): Promise<void> {
  const isFocused = () => target.evaluate(element => element === document.activeElement).catch(() => false)
  for (let presses = 0; presses < 80 && !(await isFocused()); presses += 1)
    await target.page().keyboard.press(key)
  await expect(target).toBeFocused()
}

export async function pressOn(target: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await focusByKey(target)
  await target.page().keyboard.press(key)
}

/** Opens the native file dialog by keyboard. */
export async function chooseByKey(
  dropZone: Locator,
  files: Parameters<Locator['setInputFiles']>[0],
): Promise<void> {
  const choosing = dropZone.page().waitForEvent('filechooser')
  await pressOn(dropZone)
  await (await choosing).setFiles(files)
}

/** Records every live region announcement in order, starting with the next page load. */
export async function recordAnnouncements(page: Page): Promise<{ announcements(): Promise<string[]> }> {
  // File choosers are intercepted only once there is a listener; waitForEvent would register too late for a fast key
  // press.
  page.on('filechooser', () => undefined)
  const all: string[] = []
  await page.exposeFunction('recordAnnouncement', (text: string) => {
    if (text !== all.at(-1)) all.push(text)
  })
  await page.addInitScript(() => {
    const live = '[aria-live=polite], [aria-live=assertive], [role=status], [role=alert]'
    const recordAnnouncement = (window as unknown as { recordAnnouncement(text: string): void })
      .recordAnnouncement
    const announce = (node: Node) => {
      const element = node instanceof Element ? node : node.parentElement
      const region = element?.closest(live)
      // A region hidden behind a modal overlay is not announced.
      if (region && region.closest('[aria-hidden=true], [inert]') === null)
        recordAnnouncement((region.textContent ?? '').trim())
      else if (element)
        for (const inner of element.querySelectorAll(live))
          recordAnnouncement((inner.textContent ?? '').trim())
    }
    new MutationObserver(changes => {
      for (const { target, addedNodes } of changes) {
        if (addedNodes.length === 0) announce(target)
        for (const node of addedNodes) announce(node)
      }
    }).observe(document, { subtree: true, childList: true, characterData: true })
  })
  return { announcements: async () => all.filter(text => text !== '') }
}
