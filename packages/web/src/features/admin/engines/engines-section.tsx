/** Engines of the installation with their switches. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { adminEngineTexts as texts } from '@filesmith/contract/messages/admin-panels'
import { engineSwitchesSchema } from '@filesmith/contract/schemas/admin'
import { EmptyNotice } from '../../../ui/empty-notice.tsx'
import { SettingsBlock } from '../../../ui/settings-block.tsx'
import { UnavailableNotice } from '../../../ui/unavailable-notice.tsx'
import { Loaded } from '../panel/loaded.tsx'
import { useAdminQuery } from '../panel/use-admin-query.ts'
import { EngineRow } from './engine-row.tsx'

const refreshMs = 10_000

export function EnginesSection() {
  const engines = useAdminQuery(apiPaths.adminEngines, engineSwitchesSchema, refreshMs)
  return (
    <Loaded query={engines}>
      {list => (
        <SettingsBlock heading={texts.heading} text={texts.text}>
          {list.some(({ isUnsandboxed }) => isUnsandboxed) ? (
            <div className="mb-5 sm:mb-6">
              <UnavailableNotice reason={texts.unsandboxedHint} />
            </div>
          ) : null}
          {list.length === 0 ? (
            <EmptyNotice title={texts.empty} text={texts.emptyHint} />
          ) : (
            <ul className="-mx-5 -mb-5 divide-y divide-line border-t border-line sm:-mx-6 sm:-mb-6">
              {list.map(engine => (
                <EngineRow key={engine.engine} engine={engine} />
              ))}
            </ul>
          )}
        </SettingsBlock>
      )}
    </Loaded>
  )
}
