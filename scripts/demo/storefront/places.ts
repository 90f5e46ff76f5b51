/** A town to which the shop delivers: the first three digits of its PIN codes, and its state with the GST code. */
export type Place = {
  city: string
  state: string
  stateCode: string
  /** Streets or parts of the town with their PIN codes. */
  areas: readonly (readonly [area: string, pincode: string])[]
}

/** The shop's own town, where most customers live. */
export const pune: Place = {
  city: 'Pune',
  state: 'Maharashtra',
  stateCode: '27',
  areas: [
    ['Laxmi Road, Sadashiv Peth', '411030'],
    ['Paud Road, Kothrud', '411038'],
    ['Karve Nagar', '411052'],
    ['Sinhagad Road, Anand Nagar', '411051'],
    ['Fergusson College Road, Shivajinagar', '411004'],
    ['Baner Road', '411045'],
    ['Magarpatta Road, Hadapsar', '411028'],
    ['Viman Nagar', '411014'],
    ['Nagar Road, Kharadi', '411014'],
    ['Satara Road, Bibwewadi', '411037'],
    ['M.G. Road, Camp', '411001'],
    ['Aundh Gaon', '411007'],
  ],
}

export const elsewhere: readonly Place[] = [
  {
    city: 'Mumbai',
    state: 'Maharashtra',
    stateCode: '27',
    areas: [
      ['Ranade Road, Dadar West', '400028'],
      ['S.V. Road, Andheri West', '400058'],
      ['LBS Marg, Mulund West', '400080'],
    ],
  },
  {
    city: 'Nashik',
    state: 'Maharashtra',
    stateCode: '27',
    areas: [
      ['College Road', '422005'],
      ['Panchavati', '422003'],
    ],
  },
  {
    city: 'Kolhapur',
    state: 'Maharashtra',
    stateCode: '27',
    areas: [['Rajarampuri 5th Lane', '416008']],
  },
  { city: 'Nagpur', state: 'Maharashtra', stateCode: '27', areas: [['Dharampeth', '440010']] },
  {
    city: 'Bengaluru',
    state: 'Karnataka',
    stateCode: '29',
    areas: [
      ['4th Block, Jayanagar', '560011'],
      ['100 Feet Road, Indiranagar', '560038'],
    ],
  },
  { city: 'Hyderabad', state: 'Telangana', stateCode: '36', areas: [['Himayatnagar', '500029']] },
  { city: 'Chennai', state: 'Tamil Nadu', stateCode: '33', areas: [['T. Nagar', '600017']] },
  { city: 'Ahmedabad', state: 'Gujarat', stateCode: '24', areas: [['Navrangpura', '380009']] },
  { city: 'New Delhi', state: 'Delhi', stateCode: '07', areas: [['Karol Bagh', '110005']] },
  { city: 'Panaji', state: 'Goa', stateCode: '30', areas: [['18th June Road', '403001']] },
  { city: 'Indore', state: 'Madhya Pradesh', stateCode: '23', areas: [['Palasia', '452001']] },
  { city: 'Jaipur', state: 'Rajasthan', stateCode: '08', areas: [['Bapu Nagar', '302015']] },
]
