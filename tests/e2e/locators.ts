/** Locators of common page elements by their accessible names. */
import type { Page } from '@playwright/test'

export const main = (page: Page) => page.getByRole('main')
export const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
