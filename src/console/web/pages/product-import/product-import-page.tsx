import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { PageHeader } from '../../parts/page-header.tsx'
import { ChooseFile } from './choose-file.tsx'
import { guessColumns } from './fields.ts'
import type { ImportFile } from './import-file.ts'
import type { Column, Wish } from './import-rows.ts'
import { Importing } from './importing.tsx'
import { LeaveGuard } from './leave-guard.tsx'
import { MatchColumns } from './match-columns.tsx'
import { Preview } from './preview.tsx'
import { useRun } from './use-run.ts'

type Step = 'choose' | 'match' | 'preview' | 'import'

const steps = {
  choose: 'Step 1 of 4: choose the file',
  match: 'Step 2 of 4: say what its columns are',
  preview: 'Step 3 of 4: look at what will happen',
  import: 'Step 4 of 4: bring the products in',
} as const satisfies Record<Step, string>

/** Products out of a CSV file: nothing is written before the last step. */
export function ProductImportPage() {
  const client = useQueryClient()
  const [step, setStep] = useState<Step>('choose')
  const [file, setFile] = useState<ImportFile | null>(null)
  const [columns, setColumns] = useState<readonly (Column | null)[]>([])
  const check = useRun()
  const bringIn = useRun(() => void client.invalidateQueries())
  const wish = (dryRun: boolean): Wish => ({ columns, rows: file?.rows ?? [], dryRun })
  const startOver = () => {
    check.reset()
    bringIn.reset()
    setFile(null)
    setStep('choose')
  }
  return (
    <>
      <PageHeader title="Import products" trail={[{ to: '/catalogue', label: 'Products' }]}>
        {steps[step]}
      </PageHeader>
      <LeaveGuard isRunning={bringIn.run.state === 'running'} />
      {step === 'choose' && (
        <ChooseFile
          onChosen={(chosen) => {
            setFile(chosen)
            setColumns(guessColumns(chosen.header))
            setStep('match')
          }}
        />
      )}
      {step === 'match' && file !== null && (
        <MatchColumns
          file={file}
          columns={columns}
          onChange={setColumns}
          onBack={startOver}
          onNext={() => {
            check.start(wish(true))
            setStep('preview')
          }}
        />
      )}
      {step === 'preview' && file !== null && (
        <Preview
          file={file}
          run={check.run}
          onBack={() => {
            check.reset()
            setStep('match')
          }}
          onRetry={() => check.start(wish(true))}
          onNext={() => {
            bringIn.start(wish(false))
            setStep('import')
          }}
        />
      )}
      {step === 'import' && file !== null && (
        <Importing
          file={file}
          run={bringIn.run}
          onGoOn={() => bringIn.goOn(wish(false))}
          onStartOver={startOver}
        />
      )}
    </>
  )
}
