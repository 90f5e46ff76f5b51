import { Progress, Stack, Text } from '@mantine/core'
import { useDeferredValue } from 'react'
import { dictionary } from '@zxcvbn-ts/language-common'
import { passwordJudge, type PasswordOwner } from '../../accounts/sessions/password-strength.ts'
import { t } from '../language/language.ts'

const judgePassword = passwordJudge(dictionary)

const faults = {
  length: t('Too short'),
  common: t('Too easy to guess'),
  own: t('Too close to your name, e-mail address or shop'),
}

/** By score. Scores below two have a fault. */
const grades = [
  { says: '', color: 'red' },
  { says: '', color: 'red' },
  { says: t('Fair'), color: 'yellow' },
  { says: t('Good'), color: 'teal' },
  { says: t('Very good'), color: 'teal' },
] as const

/** The strength of the typed password, judged like the server does. */
export function PasswordMeter({ password, owner }: { password: string; owner: PasswordOwner }) {
  const { score, fault } = judgePassword(useDeferredValue(password), owner)
  const grade = grades[score] ?? grades[0]
  return (
    <Stack gap={4} mt={6}>
      <Progress
        value={((score + 1) / grades.length) * 100}
        color={grade.color}
        size="sm"
        aria-label={t('How good the password is')}
      />
      <Text size="xs" c="dimmed" role="status">
        {fault === undefined ? grade.says : faults[fault]}
      </Text>
    </Stack>
  )
}
