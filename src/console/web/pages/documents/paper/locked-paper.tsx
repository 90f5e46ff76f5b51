import { api, ask } from '../../../client.ts'
import { useCommand } from '../../../components/commands.tsx'
import { PasswordForm } from '../password-form.tsx'
import type { PaperOf } from './data.ts'
import { NoPaper } from './no-paper.tsx'
import { t } from '../../../language/language.ts'

/** Asks for the password of a PDF to show its pages: nothing is read, and nothing is kept. */
export function LockedPaper({ id }: PaperOf) {
  const open = useCommand({
    run: (password: string) => ask(api.documents({ id }).pages.post({ password })),
    refused: t('Its pages are not shown'),
  })
  return (
    <NoPaper
      below={
        <PasswordForm
          label={t('Password, to look at it')}
          action={t('Show its pages')}
          isPending={open.isPending}
          onSubmit={open.mutate}
        />
      }
    >
      {t('This PDF is locked by a password.')}
    </NoPaper>
  )
}
