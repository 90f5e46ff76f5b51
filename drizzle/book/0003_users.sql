CREATE TABLE `password_links` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`token_hash` text NOT NULL,
	`code_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `password_links_token_hash_unique` ON `password_links` (`token_hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `password_links_code_hash_unique` ON `password_links` (`code_hash`);--> statement-breakpoint
CREATE INDEX `password_links_user` ON `password_links` (`user_id`);--> statement-breakpoint
CREATE INDEX `credit_entries_user` ON `credit_entries` (`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `credit_entries_given` ON `credit_entries` (`id`) WHERE "credit_entries"."kind" <> 'use';