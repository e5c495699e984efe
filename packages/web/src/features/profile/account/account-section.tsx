/** Account section: username and email with Edit buttons, and the data export. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { profileMessages } from '@filesmith/contract/messages/profile'
import type { User } from '@filesmith/contract/schemas/account'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { DownloadButton } from '../../../ui/download-button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { LocalTime } from '../../../ui/local-time.tsx'
import { SettingsBlock } from '../../../ui/settings-block.tsx'
import { Section } from '../section.tsx'
import { DetailRow } from './detail-row.tsx'
import { EmailForm } from './email-form.tsx'
import { EmailState } from './email-state.tsx'
import { UsernameForm } from './username-form.tsx'

const texts = profileMessages.account

export function AccountSection({ user }: { readonly user: User }) {
  const [newEmail, setNewEmail] = useState<string>()
  return (
    <Section id="account">
      <SettingsBlock heading={texts.details}>
        <dl className="-mb-3 divide-y divide-line">
          <DetailRow
            label={texts.username}
            value={user.username}
            editLabel={texts.editUsername}
            form={close => <UsernameForm user={user} onClose={close} />}
          />
          <DetailRow
            label={texts.email}
            value={user.email}
            editLabel={texts.editEmail}
            note={<EmailState user={user} newEmail={newEmail} />}
            form={close => <EmailForm onSent={setNewEmail} onClose={close} />}
          />
          <DetailRow label={texts.memberSince} value={<LocalTime iso={user.createdAt} />} />
        </dl>
      </SettingsBlock>
      <SettingsBlock heading={texts.data.heading} text={texts.data.text}>
        <DownloadButton href={apiPaths.userExport} download variant="outline">
          <Icon of={Download} sizePx={16} /> {texts.data.download}
        </DownloadButton>
      </SettingsBlock>
    </Section>
  )
}
