import { useState } from 'react'
import { LeaveQuestion } from '../../components/unsaved.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { useRefresh } from '../../components/hooks.ts'
import { ChooseFile } from './choose-file.tsx'
import { guessColumns } from './guess-columns.ts'
import { withHeader, type ImportFile } from './import-file.ts'
import type { Column, Input } from './import-rows.ts'
import { Importing } from './importing.tsx'
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
  const { step, file, columns, check, bringIn, ...go } = useImport()
  return (
    <>
      <PageHeader title="Import products" trail={[{ to: '/catalogue', label: 'Products' }]}>
        {steps[step]}
      </PageHeader>
      <StopQuestion isRunning={bringIn.state === 'running'} />
      {step === 'choose' && <ChooseFile onChosen={go.begin} />}
      {step === 'match' && file !== null && (
        <MatchColumns
          file={file}
          columns={columns}
          onChange={go.match}
          onHeader={(row) => go.choose(withHeader(file, row))}
          onBack={go.startOver}
          onNext={go.look}
        />
      )}
      {step === 'preview' && file !== null && (
        <Preview file={file} run={check} onBack={go.back} onRetry={go.look} onNext={go.write} />
      )}
      {step === 'import' && file !== null && (
        <Importing file={file} run={bringIn} onGoOn={go.goOn} onStartOver={go.startOver} />
      )}
    </>
  )
}

/** Where it is, and the ways on and back. */
function useImport() {
  const refresh = useRefresh()
  const [step, setStep] = useState<Step>('choose')
  const [file, setFile] = useState<ImportFile | null>(null)
  const [columns, setColumns] = useState<readonly (Column | null)[]>([])
  const check = useRun()
  const bringIn = useRun(() => void refresh())
  const input = (dryRun: boolean): Input => ({
    columns,
    rows: file?.rows ?? [],
    dryRun,
    expected: check.run.results,
  })
  const choose = (chosen: ImportFile) => {
    setFile(chosen)
    setColumns(guessColumns(chosen.header))
  }
  const begin = (chosen: ImportFile) => {
    choose(chosen)
    setStep('match')
  }
  const look = () => {
    check.start(input(true))
    setStep('preview')
  }
  const write = () => {
    bringIn.start(input(false))
    setStep('import')
  }
  const startOver = () => {
    check.reset()
    bringIn.reset()
    setFile(null)
    setStep('choose')
  }
  const back = () => {
    check.reset()
    setStep('match')
  }
  return {
    step,
    file,
    columns,
    check: check.run,
    bringIn: bringIn.run,
    begin,
    choose,
    match: setColumns,
    look,
    back,
    write,
    goOn: () => bringIn.goOn(input(false)),
    startOver,
  }
}

function StopQuestion({ isRunning }: { isRunning: boolean }) {
  return (
    <LeaveQuestion
      isDirty={() => isRunning}
      title="Stop the import?"
      stay="Stay here"
      leave="Stop and leave"
    >
      The rows that were brought in so far stay. The others are left out; the same file can be
      brought in again.
    </LeaveQuestion>
  )
}
