/** Every setting: what it must be like, its default, and what it means. */
import { z } from 'zod'
import { apiSettings } from './settings/api-settings.ts'
import { businessSettings } from './settings/business-settings.ts'
import { engineSettings } from './settings/engine-settings.ts'
import { languageSettings } from './settings/language-settings.ts'
import { observationSettings } from './settings/observation-settings.ts'
import { organizationSettings } from './settings/organization-settings.ts'
import { peopleSettings } from './settings/people-settings.ts'
import { processSettings } from './settings/process-settings.ts'
import { storageSettings } from './settings/storage-settings.ts'

/** The description of each setting is its row in docs/configuration.md, in this order. */
export const settingsSchema = z.object({
  ...processSettings,
  ...observationSettings,
  ...storageSettings,
  ...peopleSettings,
  ...organizationSettings,
  ...engineSettings,
  ...languageSettings,
  ...businessSettings,
  ...apiSettings,
})
