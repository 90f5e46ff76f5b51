CREATE TABLE `files` (
	`kind` text NOT NULL,
	`hash` text NOT NULL,
	`bytes` integer NOT NULL,
	`state` text NOT NULL,
	PRIMARY KEY(`kind`, `hash`)
);
--> statement-breakpoint
CREATE TABLE `idempotency_keys` (
	`key_id` text NOT NULL,
	`idempotency_key` text NOT NULL,
	`request_hash` text NOT NULL,
	`status` integer NOT NULL,
	`response` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`key_id`, `idempotency_key`)
);
--> statement-breakpoint
CREATE TABLE `settings` (
	`name` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `api_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`service` text NOT NULL,
	`scopes` text NOT NULL,
	`all_users` integer NOT NULL,
	`rate_per_minute` integer,
	`name` text NOT NULL,
	`prefix` text NOT NULL,
	`hash` text NOT NULL,
	`created_by` text,
	`created_at` integer NOT NULL,
	`expires_at` integer,
	`revoked_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `api_keys_hash_unique` ON `api_keys` (`hash`);--> statement-breakpoint
CREATE INDEX `api_keys_user` ON `api_keys` (`user_id`);--> statement-breakpoint
CREATE TABLE `credit_balances` (
	`id` integer PRIMARY KEY NOT NULL,
	`balance` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `credit_entries` (
	`id` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`kind` text NOT NULL,
	`amount` integer NOT NULL,
	`user_id` text,
	`scan_id` text,
	`note` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `credit_entries_scan` ON `credit_entries` (`scan_id`) WHERE "credit_entries"."scan_id" is not null;--> statement-breakpoint
CREATE TABLE `history` (
	`id` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`action` text NOT NULL,
	`user_id` text,
	`key_id` text,
	`details` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `history_at` ON `history` (`at`);--> statement-breakpoint
CREATE TABLE `organisations` (
	`id` integer PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`gstin` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `users` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`name` text NOT NULL,
	`role` text NOT NULL,
	`password_hash` text,
	`created_at` integer NOT NULL,
	`deactivated_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_email_unique` ON `users` (`email`);--> statement-breakpoint
CREATE TABLE `aliases` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`name_id` text NOT NULL,
	`alias` text NOT NULL,
	`folded` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`name_id`) REFERENCES `names`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `aliases_folded` ON `aliases` (`kind`,`folded`);--> statement-breakpoint
CREATE INDEX `aliases_name` ON `aliases` (`name_id`);--> statement-breakpoint
CREATE TABLE `name_list_versions` (
	`kind` text PRIMARY KEY NOT NULL,
	`version` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `names` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`folded` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `names_folded` ON `names` (`kind`,`folded`);--> statement-breakpoint
CREATE TABLE `documents` (
	`id` text PRIMARY KEY NOT NULL,
	`hash` text NOT NULL,
	`user_id` text NOT NULL,
	`filename` text NOT NULL,
	`content_type` text NOT NULL,
	`bytes` integer NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `documents_hash` ON `documents` (`hash`);--> statement-breakpoint
CREATE INDEX `documents_created` ON `documents` (`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `rename_rule_state` (
	`id` integer PRIMARY KEY NOT NULL,
	`generation` integer NOT NULL,
	`change_id` text
);
--> statement-breakpoint
CREATE TABLE `rename_rules` (
	`id` text PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`category` text NOT NULL,
	`key` text NOT NULL,
	`folded_key` text NOT NULL,
	`from` text NOT NULL,
	`folded_from` text NOT NULL,
	`to` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `rename_rules_match` ON `rename_rules` (`type`,`category`,`folded_key`,`folded_from`);--> statement-breakpoint
CREATE TABLE `scans` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`document_id` text,
	`category` text NOT NULL,
	`filename` text NOT NULL,
	`status` text NOT NULL,
	`failure_reason` text,
	`created_at` integer NOT NULL,
	`raw` text,
	`correction` text,
	`deliver_separately` integer DEFAULT false NOT NULL,
	`synced_at` integer,
	`synced_source` text,
	`synced_key_id` text,
	`synced_data` text,
	`duplicate_of` text,
	FOREIGN KEY (`document_id`) REFERENCES `documents`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `scans_created` ON `scans` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `scans_user` ON `scans` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `scans_document` ON `scans` (`document_id`);--> statement-breakpoint
CREATE INDEX `scans_duplicate_of` ON `scans` (`duplicate_of`);--> statement-breakpoint
CREATE TABLE `waiting_scans` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`scan_id` text NOT NULL,
	`rules_since` integer NOT NULL,
	`rules_until` integer NOT NULL,
	`user_id` text NOT NULL,
	`category` text NOT NULL,
	`filename` text NOT NULL,
	`created_at` integer NOT NULL,
	`document_hash` text,
	`invoice_no` text,
	`number` text,
	`seller_number` text,
	`data` text NOT NULL,
	FOREIGN KEY (`scan_id`) REFERENCES `scans`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `waiting_scans_scan` ON `waiting_scans` (`scan_id`,`rules_since`);--> statement-breakpoint
CREATE INDEX `waiting_scans_user_order` ON `waiting_scans` (`user_id`,`created_at`,`scan_id`,`category`,`rules_since`,`rules_until`,`number`);--> statement-breakpoint
CREATE INDEX `waiting_scans_order` ON `waiting_scans` (`created_at`,`scan_id`);--> statement-breakpoint
CREATE INDEX `waiting_scans_number` ON `waiting_scans` (`number`,`created_at`,`scan_id`);--> statement-breakpoint
CREATE INDEX `waiting_scans_seller_number` ON `waiting_scans` (`seller_number`,`created_at`,`scan_id`);--> statement-breakpoint
CREATE INDEX `waiting_scans_invoice_no` ON `waiting_scans` (`invoice_no`,`user_id`);--> statement-breakpoint
CREATE INDEX `waiting_scans_document` ON `waiting_scans` (`user_id`,`document_hash`);--> statement-breakpoint
INSERT INTO `credit_balances` (`id`, `balance`) VALUES (1, 0);--> statement-breakpoint
INSERT INTO `name_list_versions` (`kind`, `version`) VALUES ('vendor', 0), ('product', 0);--> statement-breakpoint
INSERT INTO `rename_rule_state` (`id`, `generation`, `change_id`) VALUES (1, 0, NULL);
