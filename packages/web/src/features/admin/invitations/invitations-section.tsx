/** Invitations: creating, copying and revoking links with which guests create an account. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { adminInvitationTexts as texts } from '@filesmith/contract/messages/admin-panels'
import { adminScreens } from '@filesmith/contract/messages/admin-screens'
import {
  type AdminInvitation,
  adminInvitationPageSchema,
  type CreatedInvitation,
  createdInvitationSchema,
  newInvitationSchema,
} from '@filesmith/contract/schemas/admin'
import { useLayoutEffect, useRef, useState } from 'react'
import { CopyButton } from '../../../lib/copy-button.tsx'
import { textOf, useFormSubmit } from '../../../lib/use-form-submit.ts'
import { useRefusal } from '../../../lib/use-refusal.ts'
import { useSiteAccess } from '../../../lib/use-site-access.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { FormMessage } from '../../../ui/form-message.tsx'
import { LocalTime } from '../../../ui/local-time.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { SettingsBlock } from '../../../ui/settings-block.tsx'
import { SubmitButton } from '../../../ui/submit-button.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { AdminConfirmDialog } from '../panel/admin-confirm-dialog.tsx'
import { AdminList } from '../panel/admin-list.tsx'
import { useAdminMutation } from '../panel/use-admin-mutation.ts'
import { useAdminPages } from '../panel/use-admin-pages.ts'

const dayChoices = Object.entries(texts.dayChoices).map(([value, label]) => ({ value, label }))
const tones = { open: 'accent', accepted: 'success', expired: 'neutral' } as const

export function InvitationsSection() {
  const { signUp } = useSiteAccess()
  const [created, setCreated] = useState<CreatedInvitation>()
  return (
    <>
      <SettingsBlock heading={texts.heading} text={signUp === 'invite' ? texts.text : texts.off[signUp]}>
        {signUp !== 'invite' ? null : created ? (
          <ShownLink created={created} onDone={() => setCreated(undefined)} />
        ) : (
          <InvitationForm onCreated={setCreated} />
        )}
      </SettingsBlock>
      <InvitationList />
    </>
  )
}

function InvitationForm({ onCreated }: { readonly onCreated: (created: CreatedInvitation) => void }) {
  const { send } = useAdminMutation()
  const refusal = useRefusal()
  const { isBusy, formProblem, problemOf, formProps } = useFormSubmit(async data => {
    const email = textOf(data, 'email').trim()
    const wanted = newInvitationSchema.safeParse({
      email: email === '' ? null : email,
      days: Number(textOf(data, 'days')),
    })
    if (!wanted.success) return { fields: { email: texts.emailInvalid } }
    try {
      const response = await send({
        method: 'POST',
        path: apiPaths.adminInvitations,
        body: wanted.data,
        toast: texts.createdToast,
      })
      onCreated(createdInvitationSchema.parse(await response.json()))
      return undefined
    } catch (error) {
      return refusal.asProblems(error, {}, adminScreens.unexpected)
    }
  })
  return (
    <form {...formProps} className="flex flex-col gap-5">
      <div className="grid items-start gap-4 @min-[40rem]:grid-cols-[minmax(0,1fr)_11rem]">
        <TextField
          label={texts.email}
          name="email"
          type="email"
          autoComplete="off"
          hint={texts.emailHint}
          error={problemOf('email')}
        />
        <SelectField label={texts.days} name="days" choices={dayChoices} defaultValue="7" />
      </div>
      <div className="flex flex-col gap-5 has-[[role=alert]:empty]:gap-0">
        <FormMessage text={formProblem} />
        <SubmitButton
          isBusy={isBusy}
          busyLabel={texts.creating}
          variant="solid"
          size="regular"
          className="self-start"
        >
          {texts.create}
        </SubmitButton>
      </div>
    </form>
  )
}

interface ShownLinkProps {
  readonly created: CreatedInvitation
  readonly onDone: () => void
}

/** Shows a new link, once only: the server stores a hash. */
function ShownLink({ created: { invitation, link, isMailed }, onDone }: ShownLinkProps) {
  const headingRef = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => headingRef.current?.focus(), [])
  return (
    <div className="flex flex-col gap-4">
      <div>
        <h4 ref={headingRef} tabIndex={-1} className="font-semibold outline-none">
          {texts.link}
        </h4>
        <p className="mt-1 max-w-prose text-ink-muted">
          {texts.linkText}
          {isMailed && invitation.email !== null ? ` ${texts.linkMailed(invitation.email)}` : null}
        </p>
      </div>
      <output
        aria-label={texts.link}
        className="figures block rounded border border-line bg-surface-sunken p-4 text-sm break-all select-all"
      >
        {link}
      </output>
      <div className="flex flex-wrap gap-3">
        <CopyButton text={link} label={texts.copy} />
        <Button variant="solid" onClick={onDone}>
          {texts.done}
        </Button>
      </div>
    </div>
  )
}

function InvitationList() {
  const containerRef = useRef<HTMLDivElement>(null)
  const list = useAdminPages(apiPaths.adminInvitations, adminInvitationPageSchema, {})
  const [revoked, setRevoked] = useState<AdminInvitation>()
  const [isAsking, setIsAsking] = useState(false)
  return (
    <SettingsBlock heading={texts.list}>
      <AdminList
        label={texts.list}
        list={list}
        containerRef={containerRef}
        rowsOf={page => page.invitations}
        empty={{ title: texts.empty, text: texts.emptyHint }}
      >
        {invitation => (
          <InvitationRow
            key={invitation.id}
            invitation={invitation}
            onRevoke={() => {
              setRevoked(invitation)
              setIsAsking(true)
            }}
          />
        )}
      </AdminList>
      {revoked ? (
        <RevokeDialog
          invitation={revoked}
          isOpen={isAsking}
          onClose={() => setIsAsking(false)}
          onClosed={() => containerRef.current?.focus()}
        />
      ) : null}
    </SettingsBlock>
  )
}

interface InvitationRowProps {
  readonly invitation: AdminInvitation
  readonly onRevoke: () => void
}

function InvitationRow({ invitation, onRevoke }: InvitationRowProps) {
  const { email, state, createdBy, expiresAt, acceptedBy } = invitation
  const guest = email ?? texts.anyone
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3 sm:px-6">
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="max-w-full truncate font-semibold">{guest}</span>
          <Badge tone={tones[state]}>{texts.states[state]}</Badge>
        </p>
        <p className="mt-0.5 flex flex-wrap gap-x-3 text-xs text-ink-muted">
          <span>
            {texts.by} {createdBy}
          </span>
          {acceptedBy === null ? (
            <span>
              {state === 'expired' ? texts.expired : texts.expires}{' '}
              <LocalTime iso={expiresAt} style="moment" />
            </span>
          ) : (
            <span>
              {texts.acceptedBy} {acceptedBy}
            </span>
          )}
        </p>
      </div>
      {state === 'open' ? (
        <Button aria-label={texts.revokeOf(guest)} onClick={onRevoke}>
          {texts.revoke}
        </Button>
      ) : null}
    </li>
  )
}

interface RevokeDialogProps {
  readonly invitation: AdminInvitation
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onClosed: () => void
}

function RevokeDialog({ invitation: { id, email }, ...dialogProps }: RevokeDialogProps) {
  const { send } = useAdminMutation()
  const revoke = async () => {
    await send({ method: 'DELETE', path: apiPaths.adminInvitation(id), toast: texts.revokedToast })
    return undefined
  }
  return (
    <AdminConfirmDialog {...dialogProps} title={texts.revokeTitle} confirm={texts.revoke} onConfirm={revoke}>
      {() => <p>{texts.revokeText(email ?? texts.anyone)}</p>}
    </AdminConfirmDialog>
  )
}
