/** LibreOffice engine: converts documents. */
import type { EngineDefinition } from '../engine.ts'
import { officeAbilities } from './abilities.ts'

export const libreofficeEngine: EngineDefinition = {
  id: 'libreoffice',
  abilities: officeAbilities,
  start: async (settings, sandbox) => {
    const { startOffice } = await import('./start-office.ts')
    return startOffice(settings, sandbox)
  },
}
