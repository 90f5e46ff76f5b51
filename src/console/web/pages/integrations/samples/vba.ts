import { keyPlaceholder, type Samples } from './tasks.ts'

/** For a module of Excel on Windows, with nothing to install: one record at a time, as VBA reads no JSON by itself. */
export const vbaSamples: Samples = {
  documents: (base) => `${head(base)}
' Writes each waiting document into a row of the open sheet, then marks it.
Sub FetchDocuments()
    Dim answer As String, id As String, lastId As String, target As Range
    Do
        answer = CallDaybook("GET", "scans/unsynced?limit=1", "")
        id = FieldOf(answer, "id")
        If id = "" Or id = lastId Then Exit Do
        Set target = FreeRow(5)
        target.Cells(1).Value = id
        target.Cells(2).Value = FieldOf(answer, "category")
        target.Cells(3).Value = FieldOf(answer, "filename")
        target.Cells(4).Value = FieldOf(answer, "invoice_no")
        target.Cells(5).Value = FieldOf(answer, "created_at")
        ' Only what is saved may be marked.
        ActiveWorkbook.Save
        CallDaybook "POST", "scans/mark-synced", "{""ids"":[""" & id & """],""source"":""Excel""}"
        lastId = id
    Loop
End Sub
${tail}`,
  orders: (base) => `${head(base)}
' Writes each waiting order into a row of the open sheet, then marks its lines.
Sub FetchOrders()
    Dim answer As String, id As String, lastId As String, target As Range
    Do
        answer = CallDaybook("GET", "orders/unsynced?limit=1", "")
        id = FieldOf(answer, "id")
        If id = "" Or id = lastId Then Exit Do
        Set target = FreeRow(5)
        target.Cells(1).Value = id
        target.Cells(2).Value = FieldOf(answer, "order_no")
        target.Cells(3).Value = FieldOf(answer, "customer_name")
        target.Cells(4).Value = FieldOf(answer, "total")
        target.Cells(5).Value = FieldOf(answer, "created_at")
        ' Only what is saved may be marked.
        ActiveWorkbook.Save
        CallDaybook "POST", "orders/sync", "{""orders"":[{""order_id"":""" & id & _
            """,""order_item_ids"":[" & LineIds(answer) & "]}]}"
        lastId = id
    Loop
End Sub

' The ids of the lines of an order, as a list in JSON.
Function LineIds(json As String) As String
    Dim found As Object
    For Each found In Matches(Mid(json, InStr(json, """items"":")), "id")
        LineIds = LineIds & IIf(LineIds = "", "", ",") & """" & found.SubMatches(0) & """"
    Next
End Function
${tail}`,
  products: (base) => `${head(base)}
' Writes each product of the shop into a row of the open sheet.
Sub ReadProducts()
    Dim answer As String, position As Long, target As Range
    Do
        answer = CallDaybook("GET", "products?limit=1&sort=oldest&offset=" & position, "")
        If FieldOf(answer, "id") = "" Then Exit Do
        Set target = FreeRow(4)
        target.Cells(1).Value = FieldOf(answer, "slug")
        target.Cells(2).Value = FieldOf(answer, "name")
        target.Cells(3).Value = FieldOf(answer, "sale_price")
        target.Cells(4).Value = FieldOf(answer, "stock_quantity")
        position = position + 1
    Loop
End Sub
${tail}`,
  stock: (base) => `${head(base)}
' Sends the stock in column B for the SKU in column A; what came of it is written into column C.
Sub SendStock()
    Dim row As Long, answer As String, body As String
    For row = 2 To ActiveSheet.Cells(ActiveSheet.Rows.Count, 1).End(xlUp).Row
        body = "{""updates"":[{""sku"":" & Quoted(ActiveSheet.Cells(row, 1).Text) & _
            ",""stock_quantity"":" & CLng(ActiveSheet.Cells(row, 2).Value) & "}]}"
        answer = CallDaybook("POST", "products/stock", body)
        ActiveSheet.Cells(row, 3).Value = FieldOf(answer, "status")
    Next
End Sub

' A text as JSON writes it.
Function Quoted(text As String) As String
    Quoted = """" & Replace(Replace(text, "\\", "\\\\"), """", "\\""") & """"
End Function
${tail}`,
}

function head(base: string): string {
  return `Option Explicit

Const ApiBase As String = "${base}"
Const ApiKey As String = "${keyPlaceholder}"
`
}

const tail = String.raw`
' Asks Daybook; its own sentence says why when it refuses.
Function CallDaybook(method As String, path As String, body As String) As String
    Dim http As Object
    Set http = CreateObject("WinHttp.WinHttpRequest.5.1")
    http.Open method, ApiBase & path, False
    http.SetRequestHeader "Authorization", "Bearer " & ApiKey
    http.SetRequestHeader "Content-Type", "application/json; charset=utf-8"
    http.Send body
    If http.Status >= 400 Then Err.Raise vbObjectError + http.Status, "Daybook", http.ResponseText
    CallDaybook = http.ResponseText
End Function

' The first value of a field; empty when there is none.
Function FieldOf(json As String, field As String) As String
    Dim found As Object
    Set found = Matches(json, field)
    If found.Count = 0 Then Exit Function
    FieldOf = found(0).SubMatches(0) & found(0).SubMatches(1)
    FieldOf = Replace(Replace(FieldOf, "\""", """"), "\\", "\")
End Function

' Every value of a field, however deep it lies.
Function Matches(json As String, field As String) As Object
    Dim pattern As Object
    Set pattern = CreateObject("VBScript.RegExp")
    pattern.Global = True
    pattern.Pattern = """" & field & """:(?:""((?:[^""\\]|\\.)*)""|(-?[0-9.]+))"
    Set Matches = pattern.Execute(json)
End Function

' The first free row of the open sheet, as text: "0012" stays what it is.
Function FreeRow(columns As Long) As Range
    With ActiveSheet
        Set FreeRow = .Cells(.Rows.Count, 1).End(xlUp).Offset(1, 0).Resize(1, columns)
    End With
    FreeRow.NumberFormat = "@"
End Function
`
