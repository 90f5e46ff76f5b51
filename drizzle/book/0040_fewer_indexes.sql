CREATE TABLE `__new_history` (
	`seq` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`at` integer NOT NULL,
	`action` text NOT NULL,
	`user_id` text,
	`key_id` text,
	`details` text NOT NULL
);
--> statement-breakpoint
INSERT INTO `__new_history`("id", "at", "action", "user_id", "key_id", "details") SELECT "id", "at", "action", "user_id", "key_id", "details" FROM `history` ORDER BY rowid;--> statement-breakpoint
DROP TABLE `history`;--> statement-breakpoint
ALTER TABLE `__new_history` RENAME TO `history`;--> statement-breakpoint
CREATE INDEX `history_at` ON `history` (`at`,`user_id`,`action`);--> statement-breakpoint
DROP INDEX `scans_synced`;--> statement-breakpoint
DROP INDEX `scans_duplicate_of`;--> statement-breakpoint
CREATE INDEX `scans_duplicate_of` ON `scans` (`duplicate_of`) WHERE "scans"."duplicate_of" IS NOT NULL;--> statement-breakpoint
DROP INDEX `waiting_scans_number`;--> statement-breakpoint
DROP INDEX `waiting_scans_seller_number`;--> statement-breakpoint
DROP INDEX `waiting_scans_document`;--> statement-breakpoint
DROP INDEX `waiting_scans_invoice_no`;--> statement-breakpoint
CREATE INDEX `waiting_scans_invoice_no` ON `waiting_scans` (`invoice_no`,`created_at`,`scan_id`);