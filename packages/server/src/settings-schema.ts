/** Schema of all settings: validation, default and description. */
import { z } from 'zod'
import { accountSettings } from './settings/account-settings.ts'
import { apiSettings } from './settings/api-settings.ts'
import { businessSettings } from './settings/business-settings.ts'
import { engineSettings } from './settings/engine-settings.ts'
import { languageSettings } from './settings/language-settings.ts'
import { observabilitySettings } from './settings/observability-settings.ts'
import { organizationSettings } from './settings/organization-settings.ts'
import { processSettings } from './settings/process-settings.ts'
import { storageSettings } from './settings/storage-settings.ts'

/** Descriptions become the rows of docs/configuration.md, in this order. */
export const settingsSchema = z.object({
  ...processSettings,
  ...observabilitySettings,
  ...storageSettings,
  ...accountSettings,
  ...organizationSettings,
  ...engineSettings,
  ...languageSettings,
  ...businessSettings,
  ...apiSettings,
})
