import type { Bill } from './compose/bill.ts'
import type { Party } from './compose/parties.ts'
import type { Kit } from './kit.ts'
import { H } from './marks.tsx'
import { entry, type Entry } from './parts.tsx'

/* What stands at the foot of a paper, and its logo. */

export function bankEntries(kit: Kit, { seller: { bank } }: Bill): Entry[] {
  return [
    entry(kit.say('Bank Name|Bank'), <H k="bank_name">{bank.name}</H>),
    entry(kit.say('A/c No.|Account No.|Bank A/c No|Acct No'), <H k="account_no">{bank.account}</H>),
    entry(kit.say('IFSC Code|IFSC|RTGS/NEFT IFSC|IFS Code'), <H k="ifsc">{bank.ifsc}</H>),
  ]
}

/** Terms that a reader must not take for lines. */
export function Terms({ kit }: { kit: Kit }) {
  const all = [
    'Goods once sold will not be taken back or exchanged.',
    'Interest @ 24% p.a. will be charged if bill is not paid within 15 days.',
    'Subject to Pune jurisdiction only.',
    'Our responsibility ceases after goods leave our godown.',
    'All disputes subject to local jurisdiction. E. & O.E.',
    'Cheque return charges Rs. 500 extra.',
    'Please check the goods at the time of delivery, no claim after 2 days.',
  ]
  return (
    <div className="terms">
      <div className="label">
        {kit.say('Terms & Conditions|Terms and Conditions :|Declaration|Note')}
      </div>
      {kit.random
        .shuffle(all)
        .slice(0, kit.random.int(1, 4))
        .map((line, at) => (
          <div key={line}>
            {at + 1}. {line}
          </div>
        ))}
    </div>
  )
}

/** The seller's signature, sometimes in handwriting. */
export function Signature({ kit, party }: { kit: Kit; party: Party }) {
  return (
    <div className="signature">
      <div>
        {kit.say('for|For')} {party.name}
      </div>
      <div className="hand">
        {kit.random.chance(0.5)
          ? kit.random.pick(['R. Shah', 'Sunil P.', 'A Gupta', 'mkjoshi'])
          : ''}
      </div>
      <div>{kit.say('Authorised Signatory|Authorised Signature|Proprietor')}</div>
    </div>
  )
}

/** Initials in a coloured box, as programs print them instead of a picture. */
export function Logo({ kit, party }: { kit: Kit; party: Party }) {
  const colour = kit.random.pick(['#1a5fb4', '#26a269', '#a51d2d', '#613583', '#333', '#c64600'])
  return (
    <div className="logo" style={{ background: colour }}>
      {party.name.replace(/[^A-Z]/g, '').slice(0, 2)}
    </div>
  )
}
