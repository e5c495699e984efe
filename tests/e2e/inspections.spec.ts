/** Tests of the inspections themselves: they detect what they are meant to. */
import { expect, test } from '@playwright/test'
import { findInvisibleControls, findLostStates } from './forced-colors.ts'
import { findMotion } from './inspect-structure.ts'

test('findInvisibleControls: reports controls drawn only by background, shadow or background image', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.setContent(`
    <button style="all: unset; display: block; width: 40px; height: 40px; background: red" id="bare"></button>
    <button style="border: 1px solid; background: none; width: 40px; height: 40px" id="framed"></button>
    <button style="all: unset" id="named">Send</button>`)
  const found = await findInvisibleControls(page)
  expect(found).toHaveLength(1)
  expect(found[0]).toContain('id="bare"')
})

test('findLostStates: reports a selection shown by its background alone, not one with a marker', async ({
  page,
}) => {
  const group = (id: string, mark: string) => `
    <style>#${id} label:has(:checked) { ${mark} }</style>
    <fieldset id="${id}">
      <label><input type="radio" name="${id}" checked style="appearance: none">One</label>
      <label><input type="radio" name="${id}" style="appearance: none">Two</label>
    </fieldset>`
  await page.emulateMedia({ forcedColors: 'active' })
  await page.setContent(group('lost', 'background: orange') + group('kept', 'text-decoration: underline'))
  const found = await findLostStates(page)
  expect(found).toHaveLength(1)
  expect(found[0]).toContain('name="lost"')
})

test('findMotion: reports motion despite prefers-reduced-motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.setContent('<p style="transition: color 1s">slow</p><p>still</p>')
  expect(await findMotion(page)).toEqual(['<p style="transition: color 1s">slow</p>'])
})
